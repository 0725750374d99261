# SPDX-License-Identifier: Apache-2.0
"""Axes, maps of axes, and memory layouts of tensors."""
import copyreg
import itertools

from ngraph import _engine
from ngraph._engine import (
    Axes, Axis, TensorDescription, is_shadow_axis, linear_map_axes, make_axes, make_shadow_axis)
from ngraph.util.errors import DuplicateAxisNames, IncompatibleAxesError, UnmatchedAxesError

__all__ = [
    "Axes", "AxesMap", "Axis", "AxisRole", "DuplicateAxisNames", "FlattenedAxis",
    "IncompatibleAxesError", "TensorDescription", "UnmatchedAxesError", "is_shadow_axis",
    "linear_map_axes", "make_axes", "make_axis", "make_axis_role", "make_shadow_axis", "slice_axis",
]


class AxisRole:
    """The meaning of an axis, such as height, independent of its name."""

    _unnamed = itertools.count()

    def __init__(self, name=None, docstring=None):
        self.name = name if name is not None else f"AxisRole_{next(self._unnamed)}"
        self.docstring = docstring

    def __repr__(self):
        return f"AxisRole({self.name})"


def make_axis_role(name=None, docstring=None):
    """Create a role for make_axis(roles=[...])."""
    return AxisRole(name, docstring)


def make_axis(length=None, name=None, docstring=None, batch=False, recurrent=False, roles=()):
    """Create an axis.

    Parameters
    ----------
    length : int, optional
        Length of the axis; may be set later.
    name : str, optional
        Name; default: a unique name. "N" creates a batch axis, "REC" a recurrent axis, "C" a
        channel axis.
    batch, recurrent : bool
        Create a batch or recurrent axis of any name.
    roles : sequence
        Roles of the axis; see make_axis_role.

    Notes
    -----
    `axis - 1` is the dual axis, which ng.dot pairs with `axis`.
    """
    if length is not None and not hasattr(length, "__index__"):
        raise TypeError(f"make_axis: the length must be an integer or None, not {length!r}; the "
                        "name is the second argument, or name=…")
    return _engine.make_axis(length, name, docstring, batch, recurrent,
                             [getattr(role, "name", role) for role in roles])


class _FlattenedAxes(type):
    def __instancecheck__(cls, axis):
        return isinstance(axis, Axis) and axis.is_flattened

    def __call__(cls, axes, **kwargs):
        if kwargs:
            raise TypeError("FlattenedAxis takes no arguments other than axes")
        return _engine.make_flattened_axis(axes)


class FlattenedAxis(metaclass=_FlattenedAxes):
    """FlattenedAxis(axes): one axis made from several, the last of them varying fastest."""


def _axis_again(length, name, level, docstring, batch, recurrent, roles):
    return _engine.make_axis(length, name, docstring, batch, recurrent, roles) + level


def _axes_again(axes):
    return make_axes(axes)


def _pickled_axis(axis):
    """Restore a pickled axis. It is equal by name and dual level but has a length of its own."""
    if axis.is_flattened:
        return FlattenedAxis, (list(axis.members),)
    base = axis.primary_axis
    return _axis_again, (base.length, base.name, axis.dual_level, base.docstring, base.is_batch,
                         base.is_recurrent, sorted(base.roles))


copyreg.pickle(Axis, _pickled_axis)
copyreg.pickle(Axes, lambda axes: (_axes_again, (list(axes),)))
for _handle in (Axis, Axes):  # copies in the same process are the same axis
    _handle.__copy__ = lambda self: self
    _handle.__deepcopy__ = lambda self, memo: self


def _leaves(axes):
    for axis in axes:
        yield from _leaves(axis.members) if axis.is_flattened else (axis,)


def _nested(axes):
    return [_nested(axis.members) if axis.is_flattened else axis for axis in axes]


Axes.as_nested_list = staticmethod(_nested)
Axes.as_flattened_list = staticmethod(lambda axes: list(_leaves(axes)))
Axis.empty = property(lambda self: self.is_flattened and not self.members,
                      doc="Whether it is a flattened axis without members.")
Axis.single = property(lambda self: not self.is_flattened or len(self.members) == 1,
                       doc="Whether it is one axis, or a flattened axis of one member.")


def slice_axis(axis, s):
    """Return the axis after a slice: same name, new length. Supports the steps None, 1 and -1."""
    return _engine.slice_axis(axis, s)


class AxesMap(dict):
    """Immutable mapping that renames axes; keys and values are names or axes."""

    def __init__(self, *args, **kwargs):
        given = dict(*args, **kwargs)
        names = {getattr(old, "name", old): getattr(new, "name", new)
                 for old, new in given.items()}
        sources = {}
        for old, new in names.items():
            sources.setdefault(new, set()).add(old)
        duplicates = {new: old for new, old in sources.items() if len(old) > 1}
        if duplicates:
            raise DuplicateAxisNames(
                "AxesMap gives several axes one name: " + "; ".join(
                    f"{sorted(old)} would all be {new!r}" for new, old in duplicates.items()),
                duplicates)
        super().__init__(names)

    def map_axes(self, axes):
        """Return axes with their new names; axes without one are unchanged."""
        return _engine.map_axes(list(self.items()), axes)

    def invert(self):
        """Dict from new names to old names."""
        return {new: old for old, new in self.items()}

    def _refuse(self, *args, **kwargs):
        raise TypeError("an AxesMap cannot be changed; create a new one")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse
