# SPDX-License-Identifier: Apache-2.0
"""Axes, their maps, and where the elements of a tensor lie."""
import copyreg

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
    """What an axis stands for, such as height, whatever it is called."""

    def __init__(self, name, docstring=None):
        self.name = name
        self.docstring = docstring

    def __repr__(self):
        return f"AxisRole({self.name})"


def make_axis_role(name=None, docstring=None):
    """A role for make_axis(roles=[...])."""
    return AxisRole(name, docstring)


def make_axis(length=None, name=None, docstring=None, batch=False, recurrent=False, roles=()):
    """An axis; its length may be set later, and without a name it gets one of its own.

    `name="N"` or batch=True make a batch axis, "REC" or recurrent=True a recurrent one, "C" a
    channel axis. `axis - 1` is the dual that a dot sums with it.
    """
    return _engine.make_axis(length, name, docstring, batch, recurrent,
                             [getattr(role, "name", role) for role in roles])


class _FlattenedAxes(type):
    def __instancecheck__(cls, axis):
        return isinstance(axis, Axis) and axis.is_flattened

    def __call__(cls, axes, **kwargs):
        if kwargs:
            raise TypeError("a FlattenedAxis is made of axes alone")
        return _engine.make_flattened_axis(axes)


class FlattenedAxis(metaclass=_FlattenedAxes):
    """One axis made of several, the last of them fastest: FlattenedAxis(axes)."""


def _axis_again(length, name, level, docstring, batch, recurrent, roles):
    return _engine.make_axis(length, name, docstring, batch, recurrent, roles) + level


def _axes_again(axes):
    return make_axes(axes)


def _pickled_axis(axis):
    """Equal by name and dual level, as axes are; what is read again has a length of its own."""
    if axis.is_flattened:
        return FlattenedAxis, (list(axis.members),)
    base = axis.primary_axis
    return _axis_again, (base.length, base.name, axis.dual_level, base.docstring, base.is_batch,
                         base.is_recurrent, sorted(base.roles))


copyreg.pickle(Axis, _pickled_axis)
copyreg.pickle(Axes, lambda axes: (_axes_again, (list(axes),)))
for _handle in (Axis, Axes):  # a copy within the program is the same axis
    _handle.__copy__ = lambda self: self
    _handle.__deepcopy__ = lambda self, memo: self


def slice_axis(axis, s):
    """The axis after the slice: the same name, another length. Steps None, 1 or -1."""
    return _engine.slice_axis(axis, s)


class AxesMap(dict):
    """Renames axes by name; names and axes may be given. It cannot be changed."""

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
        """The axes under their new names; those without one are the very same."""
        return _engine.map_axes(list(self.items()), axes)

    def invert(self):
        """New name to old name, as a dict."""
        return {new: old for old, new in self.items()}

    def _refuse(self, *args, **kwargs):
        raise TypeError("an AxesMap cannot be changed; make another")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse
