# SPDX-License-Identifier: Apache-2.0
"""Attributes of objects of the engine: their options, in `__dict__` too, and those of programs."""
import functools
import re
from collections.abc import MutableMapping

from ngraph._engine import neon as _neon

__all__ = ["show_options"]


def _is_of_engine(cls):
    return cls.__module__.startswith("ngraph.")


@functools.lru_cache(maxsize=None)
def _options(cls):
    """Names of the properties of the engine's classes that programs can set, in order."""
    return tuple(dict.fromkeys(
        name for base in cls.__mro__ if _is_of_engine(base)
        for name, held in vars(base).items() if type(held) is property and held.fset))


@functools.lru_cache(maxsize=None)
def _fixed(cls):
    """Names of the arguments of a constructor of the engine that cannot be set later."""
    arguments = re.findall(r"(\w+): ", cls.__init__.__doc__ or "")
    return frozenset(arguments).difference(_options(cls), ("self", "name"))  # see named()


def _require_free(cls, name):
    """Refuse an attribute that the engine's object would not read. Derived classes keep theirs."""
    if _is_of_engine(cls) and name in _fixed(cls):
        raise AttributeError(f"{cls.__name__}.{name} cannot be changed; it is an argument of the "
                             "constructor")


class _Attributes(MutableMapping, dict):
    """All attributes of an object: its options, which are set when an item is, and `own`, the dict
    of its other attributes.

    The base class dict has a copy of `own`: dir() reads it.
    """

    def __init__(self, owner, own):
        super().__init__(own)
        self._owner, self._own, self._options = owner, own, _options(type(owner))

    def __getitem__(self, name):
        return getattr(self._owner, name) if name in self._options else self._own[name]

    def __setitem__(self, name, value):
        if name in self._options:
            setattr(self._owner, name, value)
        else:
            _require_free(type(self._owner), name)
            self._own[name] = value

    def __delitem__(self, name):
        del self._own[name]

    def __iter__(self):
        yield from self._options
        yield from self._own

    def __len__(self):
        return len(self._options) + len(self._own)

    def __repr__(self):
        return repr(dict(self))


def _show_options_of(cls):
    plain = vars(cls).get("__dict__")
    if plain is not None:  # else it is inherited
        shown = property(lambda self: _Attributes(self, plain.__get__(self)))
        _neon.set_dict_descriptor(cls, shown)
    for derived in cls.__subclasses__():
        _show_options_of(derived)


def show_options(cls):
    """Include the options in the `__dict__` of objects of this class and of all derived ones, and
    refuse to set other arguments of the engine's constructors, which would have no effect.
    """
    def set_attribute(self, name, value):
        _require_free(type(self), name)
        super(cls, self).__setattr__(name, value)

    def init_subclass(derived, **kwargs):
        super(cls, derived).__init_subclass__(**kwargs)
        _show_options_of(derived)
    _show_options_of(cls)
    cls.__init_subclass__ = classmethod(init_subclass)
    cls.__setattr__ = set_attribute
