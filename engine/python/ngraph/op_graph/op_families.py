# SPDX-License-Identifier: Apache-2.0
"""Further class names of the original, for imports, isinstance and subclasses.

A family has a test instead of a class_name. Classes of the original's passes and code generator
have no ops here: isinstance is false for every op, and a call raises TypeError.
"""
import numpy as np

from ngraph import _engine
from ngraph._engine import Op
from ngraph.op_graph import op_classes
from ngraph.builders import builder

__all__ = ["ControlBlockOp", "DebugInfo", "IndexOp", "LiteralScalarOp", "TensorOp", "ValueOp",
           "as_ops", "default_dtype", "default_int_dtype", "tdcache", "tensor_descriptions"]


class _Family(type):
    """isinstance applies the family's test; subclasses written in Python contain no ops."""

    def __instancecheck__(cls, op):
        test = vars(cls).get("takes")
        return test is not None and isinstance(op, Op) and test(op)

    def __call__(cls, *args, **kwargs):
        make = vars(cls).get("make")
        if make is None:
            raise TypeError(f"{cls.__name__} cannot be created: compose ops of the functions of "
                            "ngraph, whose derivatives the engine has")
        return make(*args, **kwargs)


def _family(name, takes=None, make=None, doc=None):
    return _Family(name, (), {
        "takes": takes and staticmethod(takes), "make": make and staticmethod(builder(make)),
        "__module__": __name__,
        "__doc__": doc or f"{name} of the original's compiler; no op here is one."})


def _literal(scalar):
    return _engine.constant(scalar)


TensorOp = _family("TensorOp", lambda op: op.has_value, doc="Ops with a value.")
ValueOp = _family("ValueOp", lambda op: op.class_name == "SequentialOp" and op.has_value,
                  doc="Ops that have the value of another op.")
IndexOp = _family("IndexOp", lambda op: op.class_name in (
    "AxesCastOp", "BroadcastOp", "ExpandDims", "Flatten", "MapRolesOp", "ReorderAxes",
    "RoleCastOp", "TensorSliceOp", "Transpose", "Unflatten"),
    doc="Ops that view the elements of another op.")
ControlBlockOp = _family("ControlBlockOp", lambda op: op.is_sequencing_op,
                         doc="Ops that order others: sequences, unordered groups, computations.")
LiteralScalarOp = _family("LiteralScalarOp", lambda op: op.is_constant and op.is_scalar, _literal,
                          doc="Scalar constants.")

# Ops that the engine makes under these names, unless op_classes has them.
_OF_ENGINE = {
    "CommutativeBinaryElementWiseOp": [
        "Add", "Equal", "Maximum", "Minimum", "Multiply", "NotEqual"],
    "CrossEntropyBinaryInnerOp": ["CrossEntropyBinaryInnerOp"],
    "CrossEntropyMultiOp": ["CrossEntropyMultiOp"], "DerivOp": ["DerivOp"],
    "MapRolesOp": ["MapRolesOp"], "OneHotTwoDimOp": ["OneHotTwoDimOp"],
    "SigmoidAtomicOp": ["SigmoidOp"], "UnsliceOp": ["UnsliceOp"],
}
# Made by the original's passes and by its other backends.
_OF_COMPILER = ("AssignOneDOp", "DotLowDimension", "InitTensorOp", "InputOp",
                "MutateInsteadOfCopyWithNewArgsMixin", "PatternLabelOp", "PatternSkipOp", "ReadOp",
                "ResultOp", "ReturnOp", "SetItemOneDOp", "SideEffectOp", "StateOp", "WriteOp")


def _add(name, held):
    if not hasattr(op_classes, name):
        globals()[name] = held
        __all__.append(name)


for _name, _classes in _OF_ENGINE.items():
    _add(_name, op_classes._op_class(_name, class_names=_classes))
for _name in _OF_COMPILER:
    _add(_name, _family(_name))


def default_dtype(dtype=None):
    """Return the dtype, by default float32."""
    return np.dtype(np.float32 if dtype is None else dtype)


def default_int_dtype(dtype=None):
    """Return the dtype, by default int32."""
    return np.dtype(np.int32 if dtype is None else dtype)


class DebugInfo:
    """Mixin of the original for objects with the attributes filename and lineno."""


def as_ops(xs):
    """Return a tuple of ops for an iterable of ops, numbers and arrays."""
    return tuple(_engine.as_op(x) for x in xs)


def tensor_descriptions(args):
    """Return an iterator of the memory layouts of ops."""
    return (op.tensor_description() for op in args)


def tdcache():
    """Return a decorator without effect: memory layouts are not cached."""
    return lambda function: function


tdcache.tensor_description_cache = {}
