# SPDX-License-Identifier: Apache-2.0
"""Writes ops as the original's protobuf messages."""
import ngraph as ng
from ngraph import _engine
from ngraph._engine import neon as _neon
from ngraph.op_graph import op_references
from ngraph.op_graph.axes import AxesMap
from ngraph.op_graph.serde import forms
from ngraph.op_graph.serde.values import (
    attribute_message, dtype_name, scalar_message, tensor_message, uuid_of)
from ngraph.op_graph.serde.schema import serialize

_METADATA = "_ngraph_metadata_"
_READER, _LINK, _RESULT = 1, 2, 3  # kinds of uuid: reader of a storage op, link, first result

# Attributes of every op of the original.
_COMMON = {"_const": None, "_deriv_handler": None, "_is_constant": False, "_is_persistent": False,
           "_is_trainable": False, "style": {}}
_ELEMENTWISE = frozenset((
    "AbsoluteOp", "Add", "CosOp", "Divide", "Equal", "ExpOp", "FloorDivide", "Greater",
    "GreaterEqual", "Less", "LessEqual", "LogOp", "Maximum", "Minimum", "Mod", "Multiply",
    "NegativeOp", "NotEqual", "Power", "ReciprocalOp", "SignOp", "SinOp", "SqrtOp", "SquareOp",
    "Subtract", "TanhOp", "SafelogOp", "ValueOfOp", "StopGradient"))
_REDUCTIONS = frozenset(("Argmax", "Argmin", "Max", "Min", "Prod", "Sum", "TensorSizeOp"))
_OF_AXES = frozenset(("AxesCastOp", "BroadcastOp", "ReorderAxes", "AssignOp", "ContiguousOp",
                      "Flatten"))


def _dot_attributes(op):
    x, y = (argument.axes for argument in op.args)
    summed = x & y
    if not op.axes.is_equal_set((x - summed) + (y - summed)):
        raise ValueError(f"{op!r}: the original's graph format only supports dot over axes "
                         "of equal names")
    return {"reduction_axes": summed, "x_out_axes": x - summed, "y_out_axes": y - summed}


def _window_attributes(op, name, keys):
    return {name: {key: op.attribute(key) for key in keys if op.attribute(key) is not None}}


_CONVOLUTION = tuple(f"{what}_{axis}" for what in ("pad", "str", "dil") for axis in "dhw")
_POOLING = ("op", "J", "T", "R", "S") + tuple(
    f"{what}_{axis}" for what in ("pad", "str") for axis in "cdhw")


def _own_attributes(op):
    """Return the class-specific attributes."""
    kind = op.class_name
    if kind in _ELEMENTWISE:
        return {"kwargs": {"dtype": None}}
    if kind in _REDUCTIONS:
        return {"reduction_axes": op.args[0].axes - op.axes, "kwargs": {}}
    if kind in _OF_AXES:
        return {}
    if kind == "DotOp":
        return _dot_attributes(op)
    if kind in ("OneHotOp", "ConcatOp"):
        return {"axis": op.attribute("axis")[0]}
    if kind == "StackOp":
        return {"axis": op.attribute("axis")[0], "pos": op.attribute("pos")}
    if kind in ("ConvolutionOp", "DeconvolutionOp"):
        if not _original_has(op):
            return forms.general_attributes(op, _body_graph)
        return _window_attributes(op, "conv_params", _CONVOLUTION)
    if kind == "PoolingOp":
        if any(op.attribute(f"pad_end_{axis}") is not None for axis in "cdhw"):
            return forms.general_attributes(op, _body_graph)
        return _window_attributes(op, "pool_params", _POOLING)
    if kind == "RngOp":
        uniform = op.attribute("low") is not None
        names = ("low", "high") if uniform else ("loc", "scale")
        return {"distribution": "uniform" if uniform else "normal",
                "params": {name: op.attribute(name) for name in names}}
    if kind == "MapRolesOp":
        return {"axes_map": AxesMap(zip(op.args[0].axes.names, op.axes.names))}
    return forms.attributes_of(op, _body_graph)


def _original_has(convolution):
    """Return whether the original has such a convolution: of floats and one group, with equal
    padding on both sides and the batch last, and not that of a derivative, whose images and filters
    differ in their channel axes."""
    extended = [name for name in ("batch_first", "groups", "pad_end_d", "pad_end_h", "pad_end_w",
                                  "pad_value")
                if convolution.attribute(name) is not None]
    if convolution.attribute("dtype") not in (None, "float32"):
        return False
    same = convolution.args[0].axes[0] == convolution.args[1].axes[0]
    return not extended and (same or convolution.class_name != "ConvolutionOp")


def _body_graph(roots):
    """Return the bytes of the body of a loop; the roots are its handle ops."""
    writer = GraphWriter()
    for op in _neon.ops_below(roots):
        writer.add(op)
    writer.mark_handles(roots)
    return serialize({"edges": writer.edges, "ops": writer.ops}, "GraphDef")


def _uuid(op):
    return {"uuid": op.uuid.bytes}


def _are_ops(value):
    return isinstance(value, (list, tuple, set)) and bool(value) and all(
        isinstance(each, ng.Op) for each in value)


def _returns_attribute(op):
    """The form of a computation's results, where links do not tell it."""
    if op.class_name == "ComputationOp":
        for kind in ("set", "none"):
            if op.attribute("returns") == int(getattr(_engine.Returns, kind)):
                return {"_engine_returns": kind}
    return {}


def _arguments(op):
    """Drop the state of random numbers, which the original kept elsewhere."""
    return op.args[:1] if op.class_name == "RngOp" else op.args


class GraphWriter:
    """Collects the messages of ops and links."""

    def __init__(self, attributes=None):
        self.ops, self.edges = [], []
        self._values = {}  # per op, the uuid that its users refer to
        self._messages = {}  # by uuid
        self._attributes = attributes or {}  # set by the program, by op number
        self._links = 0

    @classmethod
    def of_program(cls, ops):
        """A writer that knows the attributes that the program has set on these ops."""
        return cls({op.id: op_references.attributes_of(op) for op in ops})

    def add(self, op):
        """Add the op. All its operands must have been added."""
        if op in self._values:
            return
        if op.class_name == "AssignableTensorOp":
            self._add_storage(op)
        elif op.class_name == "SigmoidOp":
            self._values[op] = self._expanded(ng.reciprocal(ng.exp(-op.args[0]) + 1))
        else:
            self._values[op] = _uuid(op)
            self._add_op(op)

    def mark_handles(self, ops):
        """Mark the ops that reading returns, in this order; all must have been added."""
        for number, op in enumerate(ops):
            attributes = self._messages[self._stored(op)["uuid"]]["attrs"]
            attributes["_ngraph_ser_handle"] = {"scalar": {"bool_val": True}}
            attributes["_engine_handle"] = {"scalar": {"int_val": number}}

    def _stored(self, op):
        """The uuid of the op itself, for storage instead of that of its reader."""
        return _uuid(op) if op.class_name == "AssignableTensorOp" else self._value_of(op)

    def _value_of(self, op):
        """Return the uuid that users of the op refer to; adds a reader of a second result."""
        if op not in self._values:
            self._values[op] = uuid_of(op.id, _RESULT + _engine.result_of(op))
            self._add_message(op, self._values[op], "ResultOp", forms.result_attributes(op))
            self._link(self._values[_engine.other_result(op, 0)], self._values[op], "DATA")
        return self._values[op]

    def link_attributes(self):
        """Link the ops in attributes that the program has set; all ops must have been added."""
        for op in list(self._values):
            for name, value in self._attributes.get(op.id, {}).items():
                if isinstance(value, ng.Op):
                    self._link(_uuid(op), _uuid(value), "OTHER", _ngraph_attribute=name)
                elif _are_ops(value):
                    for each in value:
                        self._link(_uuid(op), _uuid(each), "OTHER", _ngraph_list_attribute=name)

    def _expanded(self, op):
        for below in _neon.ops_below([op]):
            self.add(below)
        return self._values[op]

    def _add_message(self, op, uuid, kind, attributes, name=None):
        labelled = _neon.has_label(op)
        name = name or (op.name if labelled else f"{kind}_{op.id}")
        message = {"uuid": uuid, "name": name, "op_type": kind,
                   "attrs": {key: attribute_message(value) for key, value in
                             dict(_COMMON, **attributes).items()}}
        if op.has_value and dtype_name(op.dtype) != "FLOAT32":
            message["dtype"] = dtype_name(op.dtype)
        message["attrs"]["graph_label_type"] = {"scalar": scalar_message(kind)}
        for key, value in op.metadata.items() if labelled else ():
            message["attrs"][_METADATA + key] = attribute_message(value)
        self.ops.append(message)
        self._messages[uuid["uuid"]] = message
        return message

    def _add_own_message(self, op, kind, attributes):
        given = {key: value for key, value in self._attributes.get(op.id, {}).items()
                 if not isinstance(value, ng.Op) and not _are_ops(value)}
        return self._add_message(op, _uuid(op), kind, {**given, **attributes})

    def _add_storage(self, op):
        constant = op.const
        initial = constant if constant is not None else ng._engine.initial_contents(op)
        attributes = {
            "_axes": op.axes, "scale": None, "initial_value": None,
            "_is_constant": op.is_constant, "_is_trainable": op.is_trainable,
            "_is_placeholder": op.is_placeholder, "_is_persistent": op.is_persistent,
            "_is_input": op.is_placeholder}
        message = self._add_own_message(op, "AssignableTensorOp", attributes)
        if initial is not None and not op.is_placeholder:
            message["attrs"]["initial_value"] = {"tensor": tensor_message(initial)}
        if constant is not None:
            message["attrs"]["_const"] = {"tensor": tensor_message(constant)}
        self._values[op] = uuid_of(op.id, _READER)
        self._add_message(op, self._values[op], "TensorValueOp", {}, f"{message['name']}/value")
        self._link(self._values[op], _uuid(op), "OTHER", _ngraph_attribute="_tensor")

    def _add_op(self, op):
        if op.is_sequencing_op:
            self._add_own_message(op, op.class_name, _returns_attribute(op))
            self._link_parts(op)
        else:
            attributes = _own_attributes(op)
            if op.has_value:
                attributes.update({"_axes": op.axes, "scale": None})
            self._add_own_message(op, op.class_name, attributes)
            for argument in _arguments(op):
                self._link(self._value_of(argument), self._values[op], "DATA")

    def _link_parts(self, op):
        own = self._values[op]
        if op.class_name == "ComputationOp":
            count = op.attribute("results")
            single = op.attribute("returns") == int(_engine.Returns.single)
            for number, part in enumerate(op.args):
                value = self._value_of(part)
                self._link(own, value, "CONTROL")
                if number >= count:
                    self._link_listed(own, value, "parameters")
                    continue
                returned = self._stored(part)
                if single:
                    self._link(own, returned, "OTHER", _ngraph_attribute="returns")
                else:
                    self._link_listed(own, returned, "returns")
                self._link_listed(own, value, "values")
            return
        for part in op.args:
            self._link(own, self._value_of(part),
                       "CONTAINER" if op.class_name == "SequentialOp" else "CONTROL")

    def _link_listed(self, source, target, name):
        self._link(source, target, "OTHER", _ngraph_list_attribute=name)

    def _link(self, source, target, kind, **attributes):
        self._links += 1
        edge = {"uuid": uuid_of(self._links, _LINK), "from_uuid": source, "to_uuid": target}
        if attributes:
            edge["attrs"] = {key: {"scalar": scalar_message(value)}
                             for key, value in attributes.items()}
        if kind != "DATA":
            edge["edge_type"] = kind
        self.edges.append(edge)


def graph_of(ops, only_return_handle_ops):
    """Return the GraphDef message of the ops and all ops they depend on."""
    given = list(ops)
    referenced = op_references.all_op_references(given)
    writer = GraphWriter.of_program(referenced)
    primitive = _neon.primitive_ops(given + _referenced_elsewhere(given, referenced))
    below = _neon.ops_below(primitive)
    read = {op.id for op in primitive}.union(
        argument.id for op in below for argument in _arguments(op))
    for op in below:
        if op.id in read:
            writer.add(op)
    writer.link_attributes()
    op_references.remember_storage(below)
    if only_return_handle_ops:
        writer.mark_handles(primitive[:len(given)])
    return {"edges": writer.edges, "ops": writer.ops}


def _referenced_elsewhere(given, referenced):
    """The ops that only attributes refer to."""
    below = set(_neon.ops_below(given))
    return [op for op in referenced if op not in below]
