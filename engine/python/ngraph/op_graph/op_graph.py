# SPDX-License-Identifier: Apache-2.0
"""All functions that create ops, and the op classes."""
from ngraph.util import errors  # noqa: F401  first: registers the exceptions of the engine
from ngraph import _engine
from ngraph._engine import *  # noqa: F401,F403  the functions of the ops
from ngraph._engine import (
    InitialSamples, Op, as_op, flatten_at, random_state, scan,
    seed_random, sigmoid)
from ngraph.op_graph import capture, op_facts, op_references  # noqa: F401  these add to Op
from ngraph.op_graph import op_classes, op_families
from ngraph.op_graph.axes import (
    Axes, AxesMap, Axis, DuplicateAxisNames, FlattenedAxis, IncompatibleAxesError,
    TensorDescription, UnmatchedAxesError, make_axes, make_axis, make_axis_role)
from ngraph.builders import builder
from ngraph.builders import *  # noqa: F401,F403  the functions with name= and metadata=
from ngraph.op_graph.metadata import metadata, with_op_metadata
from ngraph.op_graph.op_classes import *  # noqa: F401,F403
from ngraph.op_graph.op_families import *  # noqa: F401,F403
from ngraph.op_graph.sequencing import computation
from ngraph.util.names import NameableValue, ScopedNameableValue


@builder
def map_roles(tensor, axes_map):
    """Return the tensor with renamed axes: by an AxesMap, or a dict of names or axes."""
    return _engine.rename_axes(tensor, list(AxesMap(axes_map).items()))


def constant_value(x):
    """Return the array of a constant. Raises ValueError for other ops."""
    if not x.is_constant:
        raise ValueError(f"{x!r} is not a constant")
    return x.const


def is_constant(x):
    """Whether the op was created by ng.constant, or from a number or array."""
    return x.is_constant


def is_constant_scalar(x):
    """Whether the op is a constant without axes."""
    return x.is_constant and x.is_scalar


def sigmoidAtomic(x):  # noqa: N802  the original's name
    """Same as sigmoid."""
    return sigmoid(x)


def init_tensor(tensor, init):
    """Return an op that assigns the value returned by `init`, a function without arguments."""
    return assign(tensor, init())


def dimshuffle(x, axes):
    """Older name of axes_with_order."""
    return axes_with_order(x, axes)


def axes_of(*ops):
    """Return the axes of all ops without duplicates, in order of first occurrence."""
    axes = make_axes()
    for op in ops:
        axes = axes | op.axes
    return axes


__all__ = _engine.__all__ + [
    "Axes", "AxesMap", "Axis", "DuplicateAxisNames", "FlattenedAxis", "IncompatibleAxesError",
    "InitialSamples", "NameableValue", "Op", "ScopedNameableValue", "TensorDescription",
    "UnmatchedAxesError", "as_op", "axes_of", "computation",
    "constant_value", "dimshuffle", "flatten_at", "init_tensor", "is_constant",
    "is_constant_scalar", "make_axes", "make_axis", "make_axis_role", "map_roles", "metadata",
    "random_state", "scan", "seed_random", "sigmoidAtomic", "with_op_metadata",
] + op_classes.__all__ + op_families.__all__
