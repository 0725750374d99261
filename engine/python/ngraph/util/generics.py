# SPDX-License-Identifier: Apache-2.0
"""Functions and methods dispatched by the type of their first argument."""
import functools

__all__ = ["generic_function", "generic_method"]


class _Choices:
    """Implementations by type. Of several that match, the one registered last is used."""

    def __init__(self, fallback, base):
        self._fallback, self._base, self._by_type = fallback, base, []
        functools.update_wrapper(self, fallback)

    def on_type(self, kind):
        """Decorate the implementation for arguments of this type."""
        def decorated(function):
            self._by_type.insert(0, (kind, function))
            return self
        return decorated

    def chosen(self, argument):
        if not isinstance(argument, self._base):
            raise TypeError(f"{self.__name__} takes a {self._base.__name__}, not "
                            f"{type(argument).__name__}")
        return next((function for kind, function in self._by_type if isinstance(argument, kind)),
                    self._fallback)


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


def generic_function(dispatch_base_type=object):
    """Decorate the default implementation, for arguments without one registered by on_type."""
    return lambda fallback: _GenericFunction(fallback, dispatch_base_type)


def generic_method(dispatch_base_type=object):
    """Like generic_function for methods; dispatches on the first argument after self."""
    return lambda fallback: _GenericMethod(fallback, dispatch_base_type)
