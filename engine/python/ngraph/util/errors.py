# SPDX-License-Identifier: Apache-2.0
"""The exceptions that the engine raises.

Each is of the built-in type that programs of the original catch. Besides its text every one has the
parts of the diagnostic: what, where, found, expected, action.
"""
from ngraph import _engine


class EngineError(Exception):
    """Mixed into every exception of the engine."""

    what = where = found = expected = action = ""


class ValueRefused(EngineError, ValueError):
    """An argument that the engine cannot take."""


class MissingKey(EngineError, KeyError):
    """A name or placeholder that is not there."""

    def __str__(self):
        return str(self.args[0])


class OutOfRange(EngineError, IndexError):
    """A label or index outside its axis."""


class RunRefused(EngineError, RuntimeError):
    """What cannot be done in this order or at this time."""


class IncompatibleAxesError(ValueRefused):
    """Axes that do not fit each other."""


class UnmatchedAxesError(IncompatibleAxesError):
    """Axes of which neither holds the other."""


class DuplicateAxisNames(ValueRefused):
    """Several axes that would get one name.

    duplicate_axis_names holds, for each such name, the set of names that were mapped to it.
    """

    def __init__(self, message, duplicate_axis_names=None):
        super().__init__(message)
        self.duplicate_axis_names = duplicate_axis_names or {}


class BadFile(EngineError, OSError, ValueError):
    """A document, checkpoint or array file that is missing, damaged or of another kind."""


class UnsupportedTransformerException(EngineError, Exception):
    """A transformer, plugin or library that is not on this machine."""


class SystemRefused(EngineError, OSError):
    """A full disk, a missing permission, no memory."""


class Cancelled(EngineError, KeyboardInterrupt):
    """A run or compilation that was asked to stop."""


class InternalError(EngineError, RuntimeError):
    """A fault of the engine itself."""


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
