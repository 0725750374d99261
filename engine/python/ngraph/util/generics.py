# SPDX-License-Identifier: Apache-2.0
"""Functions and methods dispatched by the type of their first argument."""
import functools

__all__ = ["generic_function", "generic_method"]

_SAME = object()


def _with_next(function, at, following):
    """The function, called with `following` as its argument at this position; at None: without."""
    if at is None:
        return function

    @functools.wraps(function)
    def passing(*args, **kwargs):
        return function(*args[:at], following, *args[at:], **kwargs)
    return passing


class _Choices:
    """Implementations by type. The one of the most derived type is used; of equal types, the one
    registered last.
    """

    def __init__(self, fallback, base, extends=None, next_method_arg=None):
        self._base, self._extends, self._next_method_arg = base, extends, next_method_arg
        self._by_type = [(base, (fallback, next_method_arg))]
        functools.update_wrapper(self, fallback)

    def on_type(self, kind, next_method_arg=_SAME):
        """Decorate the implementation for arguments of this type.

        With next_method_arg, the implementation for the next type is passed at this position.
        """
        at = self._next_method_arg if next_method_arg is _SAME else next_method_arg

        def decorated(function):
            self._by_type.insert(0, (kind, (function, at)))
            return self
        return decorated

    def extension(self, next_method_arg=None, dispatch_base_type=None):
        """Decorate the default of a new generic function, which falls back to this one's types.

        With next_method_arg, also the default takes the implementation for the next type.
        """
        at = self._next_method_arg if next_method_arg is None else next_method_arg
        base = self._base if dispatch_base_type is None else dispatch_base_type
        return lambda fallback: type(self)(fallback, base, self, at)

    def _implementations(self, argument):
        """Implementations for an argument, the one to use first."""
        ordered, choices = [], self
        while choices is not None:
            for kind, implementation in choices._by_type:
                if isinstance(argument, kind):  # not by __mro__: all ops have the same type
                    at = next((i for i, (other, _) in enumerate(ordered)
                               if other is not kind and issubclass(kind, other)), len(ordered))
                    ordered.insert(at, (kind, implementation))
            choices = choices._extends
        return [implementation for _, implementation in ordered]

    def chosen(self, argument):
        """The implementation for an argument."""
        if not isinstance(argument, self._base):
            raise TypeError(f"{self.__name__} takes a {self._base.__name__}, not "
                            f"{type(argument).__name__}")

        def following(*args, **kwargs):
            raise ValueError(f"{self.__name__} has no next implementation for "
                             f"{type(argument).__name__}")
        for function, at in reversed(self._implementations(argument)):
            following = _with_next(function, at, following)
        return following


class _GenericFunction(_Choices):
    def __call__(self, argument, *args, **kwargs):
        return self.chosen(argument)(argument, *args, **kwargs)


class _GenericMethod(_Choices):
    def __get__(self, instance, owner):
        if instance is None:
            return self

        def bound(argument, *args, **kwargs):
            return self.chosen(argument)(instance, argument, *args, **kwargs)
        return bound


def generic_function(dispatch_base_type=object, extends=None, next_method_arg=None):
    """Decorate the default implementation, for arguments without one registered by on_type.

    Types of the generic function `extends` are used where this one has none.
    """
    return lambda fallback: _GenericFunction(fallback, dispatch_base_type, extends, next_method_arg)


def generic_method(dispatch_base_type=object, extends=None, next_method_arg=None):
    """Like generic_function for methods; dispatches on the first argument after self."""
    return lambda fallback: _GenericMethod(fallback, dispatch_base_type, extends, next_method_arg)
