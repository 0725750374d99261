# SPDX-License-Identifier: Apache-2.0
"""Attributes of ops in the original's API, derived from the engine's node."""
import functools

from ngraph import _engine
from ngraph._engine import Op
from ngraph.util.names import OpScope
from ngraph.util.picture import svg_of
from ngraph.util.web_view import html_of_op


def _mean(self, reduction_axes=None, out_axes=None):
    """Mean over all axes except batch and recurrent, or as given by the arguments."""
    return _engine.mean(self, reduction_axes, out_axes)


def _value(self, *args, **feed):
    """Return the op's value. The computation is compiled at the first call and cached.

    Placeholder values are given by position, in the order of placeholders(), or by name.
    """
    computation = _computation_of(self)
    names = [parameter.name for parameter in computation.parameters]
    unknown = set(feed) - set(names)
    if unknown:
        raise ValueError(f"{self!r} depends on no placeholder {sorted(unknown)}; expected {names}")
    values = list(args) + [feed[name] for name in names[len(args):] if name in feed]
    return computation(*values)


@functools.lru_cache(maxsize=256)
def _computation_of(op):
    asked = _engine.make_computation([op], op.placeholders(), _engine.Returns.single)
    return _engine.add_computation(_interactive_transformer(), asked, None)


@functools.lru_cache(maxsize=None)
def _interactive_transformer():
    # All values of a session use the same variables.
    import ngraph.transformers as ngt
    return _engine.allocate_transformer(ngt.make_transformer().engine_name)


def _parameters(self):
    """Parameters of a computation op, in argument order. Other ops have none: AttributeError."""
    if self.class_name != "ComputationOp":
        raise AttributeError(f"{self!r} is no computation: it has no parameters")
    return self.args[self.attribute("results"):]


def _pickled(op, protocol=None):
    raise TypeError(f"{op!r} is part of a graph and cannot be pickled on its own: "
                    "ngraph.op_graph.serde.serde.serialize_graph writes it with all its operands")


class _Refused:
    """Refuses an attribute with which the original changed graphs."""

    omitted_from_stubs = True

    def __init__(self, name, instead):
        self._name, self._instead = name, instead

    def __get__(self, op, kind=None):
        return self if op is None else self.__set__(op, None)

    def __set__(self, op, value):
        raise AttributeError(f"{op!r} has no {self._name}: ops are immutable; {self._instead}")


for _name, _instead in (
        ("control_deps", "order ops with ng.sequential"),
        ("deriv_handler", "write the value as an expression that has the wanted derivative"),
        ("forward", "replace ops in a pass, see ngraph.transformers.passes.passes"),
        ("scale", "multiply the error of ng.deriv")):
    setattr(Op, _name, _Refused(_name, _instead))
Op.__reduce_ex__ = _pickled
Op.__copy__ = lambda self: self
Op.__deepcopy__ = lambda self, memo: self
Op.ordered_ops = staticmethod(_engine.ordered_ops)
Op._repr_svg_ = svg_of
Op._repr_html_ = html_of_op
Op.mean = _mean
Op.parameters = property(_parameters)
Op.value = _value
Op.tensor = property(lambda self: self, doc="The op itself.")
Op.const = property(_engine.constant_value, doc="Array of a constant, or None for other ops.")
Op.initial_value = property(lambda self: self.attribute("initial_value"),
                            doc="Initial value of a storage op, or None.")
Op.shape = property(lambda self: self.axes, doc="Axes of the op.")
Op.lengths = property(lambda self: self.axes.lengths, doc="Lengths of the axes.")
Op.has_axes = property(lambda self: self.has_value, doc="Whether the op has a value.")
Op.is_tensor_op = property(lambda self: self.has_value, doc="Whether the op has a value.")
Op.is_scalar = property(lambda self: self.has_value and not self.axes,
                        doc="Whether it is a scalar.")
Op.is_state_op = property(lambda self: self.is_input, doc="Whether the op is storage.")
Op.is_device_op = property(lambda self: not self.is_sequencing_op,
                           doc="Whether it computes a value.")
Op.filename = property(lambda self: self.file, doc="Source file that created the op.")
Op.lineno = property(lambda self: self.line, doc="Source line that created the op.")
Op.tensor_description = lambda self: _engine.TensorDescription(self.axes, self.dtype, self.name)
Op.scope = property(lambda self: OpScope.of_name(self.name),
                    doc="Scope of the op, whose `name` is the path; None outside of all scopes.")
Op.unscoped_name = property(lambda self: _engine.unscoped_name(self.name),
                            doc="Part of the name after the last slash.")
Op.graph_label_type = property(lambda self: self.graph_label.partition("[")[0],
                               doc="Kind of op shown in the label.")
Op.safe_name = property(lambda self: _engine.safe_name(self.name),
                        doc="Name with all but letters, digits and _ replaced.")
