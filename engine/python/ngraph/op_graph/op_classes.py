# SPDX-License-Identifier: Apache-2.0
"""Names of the original's op classes, for creating ops and for isinstance.

All ops are instances of Op; their kind is given by class_name.
"""
from ngraph import _engine
from ngraph._engine import Op
from ngraph.builders import builder


class _OpClass(type):
    """isinstance checks the op's class_name; a call creates an op."""

    def __instancecheck__(cls, op):
        return isinstance(op, Op) and op.class_name in cls.class_names

    def __subclasscheck__(cls, other):
        return other is cls or issubclass(type(other), _OpClass) and \
            set(other.class_names) <= set(cls.class_names)

    def __call__(cls, *args, **kwargs):
        if cls.function is None:
            raise TypeError(f"{cls.__name__} can only be created by the engine")
        return cls.function(*args, **kwargs)


def _op_class(name, function=None, class_names=None):
    held = None if function is None else staticmethod(builder(function))
    return _OpClass(name, (), {
        "function": held, "class_names": tuple(class_names or [name]), "__module__": __name__,
        "__doc__": getattr(function, "__doc__", None) or f"Ops whose class_name is {name}."})


def _assign_op(tensor, val):
    """Assign val to storage or a part of it."""
    return _engine.assign(tensor, val)


def _print_op(x, prefix=None):
    """Pass x through; every run prints its value after the prefix."""
    return _engine.print_value(x, prefix)


def _random_op(distribution, params, x):
    """Random samples over x's axes: "uniform" with low and high, or "normal" with loc and scale."""
    first, second = ("loc", "scale") if distribution == "normal" else ("low", "high")
    params = params or {}
    return _engine.random_samples(distribution, x, params.get(first, 0.0), params.get(second, 1.0))


def _assignable(axes=None, is_constant=False, is_input=False, is_persistent=False,
                is_trainable=False, is_placeholder=False, dtype=None, initial_value=None):
    """Storage: a variable, placeholder, persistent tensor, constant or temporary."""
    if is_constant:
        return _engine.constant(initial_value, axes, dtype)
    if is_placeholder:
        return _engine.placeholder(axes, dtype, initial_value)
    if is_trainable:
        return _engine.variable(axes, dtype, initial_value)
    if is_persistent or is_input:
        return _engine.persistent_tensor(axes, dtype, initial_value)
    return _engine.temporary(axes, dtype)


def _made_by():
    """Return the function that creates the ops of each class, by class name."""
    made = {"AssignOp": _assign_op, "AssignableTensorOp": _assignable, "PrintOp": _print_op,
            "RngOp": _random_op}
    for row in _engine.op_table():
        if row["functions"]:
            made.setdefault(row["class_name"], getattr(_engine, row["functions"][0][0]))
    return made


_MADE_BY = _made_by()
# The original had separate ops for reading storage; here the storage op is used directly.
TensorValueOp = _op_class("TensorValueOp", _engine.as_op, ["AssignableTensorOp"])
ComputationOp = _op_class("ComputationOp")


def _bprop_pool(delta, inputs, fprop):
    """Derivative of a pooling with respect to its inputs."""
    return _engine.deriv(fprop, inputs, delta)


def _bprop_conv(delta, inputs, filters, fprop):
    """Derivative of a convolution with respect to its inputs."""
    return _engine.deriv(fprop, inputs, delta)


def _update_conv(delta, inputs, filters, fprop):
    """Derivative of a convolution with respect to its filters."""
    return _engine.deriv(fprop, filters, delta)


def _update_lut(delta, lut, idx, fprop):
    """Derivative of a table lookup with respect to the table."""
    return _engine.deriv(fprop, lut, delta)


# Created by differentiation.
BpropPoolOp = _op_class("BpropPoolOp", _bprop_pool)
bprop_conv = _op_class("bprop_conv", _bprop_conv, ["DeconvolutionOp"])
update_conv = _op_class("update_conv", _update_conv)
lookuptable_update = _op_class("lookuptable_update", _update_lut, ["update_lut"])
globals().update({name: _op_class(name, made) for name, made in _MADE_BY.items()})


def _elementwise(operands):
    # In the original, a copy of a value was not an elementwise op.
    return sorted({row["class_name"] for row in _engine.op_table()
                   if row["elementwise"] and row["operands"] == operands} - {"ValueOfOp"})


def _reduces(row):
    return any(names[1:2] == ["reduction_axes"] for _, names in row["functions"])


_UNARY, _BINARY = _elementwise(1), _elementwise(2)
_REDUCTIONS = sorted({row["class_name"] for row in _engine.op_table()
                      if row["family"] == "reduction" and _reduces(row)})
# Families of classes, for isinstance.
UnaryElementWiseOp = _op_class("UnaryElementWiseOp", class_names=_UNARY)
BinaryElementWiseOp = _op_class("BinaryElementWiseOp", class_names=_BINARY)
ElementWiseOp = _op_class("ElementWiseOp", class_names=_UNARY + _BINARY)
ReductionOp = _op_class("ReductionOp", class_names=_REDUCTIONS)

__all__ = sorted(_MADE_BY) + [
    "BinaryElementWiseOp", "BpropPoolOp", "ComputationOp", "ElementWiseOp", "ReductionOp",
    "TensorValueOp", "UnaryElementWiseOp", "bprop_conv", "lookuptable_update", "update_conv"]
