# SPDX-License-Identifier: Apache-2.0
"""Exceptions raised by the engine.

Each derives from the built-in type that programs of the original catch, and has the fields of the
diagnostic as attributes: what, where, found, expected, action.
"""
from ngraph import _engine


class EngineError(Exception):
    """Base of all exceptions of the engine."""

    what = where = found = expected = action = ""


class ValueRefused(EngineError, ValueError):
    """An invalid argument."""


class MissingKey(EngineError, KeyError):
    """An unknown name or placeholder."""

    def __str__(self):
        return str(self.args[0])


class OutOfRange(EngineError, IndexError):
    """A label or index out of range."""


class RunRefused(EngineError, RuntimeError):
    """An operation that is invalid in the current state."""


class IncompatibleAxesError(ValueRefused):
    """Incompatible axes."""


class UnmatchedAxesError(IncompatibleAxesError):
    """Axes neither of which contain the other."""


class DuplicateAxisNames(ValueRefused):
    """Several axes would get the same name.

    duplicate_axis_names holds, for each such name, the set of names that were mapped to it.
    """

    def __init__(self, message, duplicate_axis_names=None):
        super().__init__(message)
        self.duplicate_axis_names = duplicate_axis_names or {}


class BadFile(EngineError, OSError, ValueError):
    """A document, checkpoint or array file that is missing, damaged or of another type."""


class UnsupportedTransformerException(EngineError, Exception):
    """A transformer, plugin or library that is not available."""


class SystemRefused(EngineError, OSError):
    """A full disk, a missing permission, or insufficient memory."""


class Cancelled(EngineError, KeyboardInterrupt):
    """A cancelled run or compilation."""


class InternalError(EngineError, RuntimeError):
    """An internal error of the engine."""


_engine.set_error_classes({
    "value": ValueRefused,
    "key": MissingKey,
    "index": OutOfRange,
    "runtime": RunRefused,
    "incompatible_axes": IncompatibleAxesError,
    "unmatched_axes": UnmatchedAxesError,
    "duplicate_axes": DuplicateAxisNames,
    "bad_file": BadFile,
    "unavailable": UnsupportedTransformerException,
    "system": SystemRefused,
    "cancelled": Cancelled,
    "internal": InternalError,
})
