# SPDX-License-Identifier: Apache-2.0
"""Metadata of ops: any values by name.

The engine stores their texts, which documents contain and the workbench shows; the values
themselves are kept here.
"""
import functools
import json
from collections.abc import MutableMapping

from ngraph import _engine
from ngraph._engine import Axis, Op

_values = {}  # values other than texts, by (key, text)


def _text_of(key, value):
    if isinstance(value, str):
        return value
    try:
        text = json.dumps(value)
    except TypeError:
        text = value.name if isinstance(value, Axis) else str(value)
    _values[key, text] = value
    return text


class OpMetadata(MutableMapping):
    """Metadata of one op, as a dict."""

    def __init__(self, op):
        self._op = op

    def __getitem__(self, key):
        text = self._op.metadata_texts()[key]
        return _values.get((key, text), text)

    def __setitem__(self, key, value):
        self._op.set_metadata_text(key, _text_of(key, value))

    def __delitem__(self, key):
        self._op.remove_metadata(key)

    def __iter__(self):
        return iter(self._op.metadata_texts())

    def __len__(self):
        return len(self._op.metadata_texts())

    def __repr__(self):
        return repr(dict(self))


def _set_metadata(op, values):
    held = OpMetadata(op)
    held.clear()
    held.update(values)


Op.metadata = property(OpMetadata, _set_metadata, doc="Metadata as a dict; see ngraph.metadata.")


def metadata(**values):
    """Context manager: ops created inside carry these values. Outer values take precedence."""
    return _engine.ScopedMetadata({key: _text_of(key, value) for key, value in values.items()})


_carrying = metadata  # the next function has an argument of this name


def with_op_metadata(function, metadata=None):
    """Decorate a function so that ops it creates carry its argument `metadata`.

    A method's ops also carry the dict `metadata` of the object's class.
    """
    values = check_metadata(metadata)

    @functools.wraps(function)
    def inside(*args, metadata=None, **kwargs):
        of_class = getattr(type(args[0]), "metadata", None) if args else None
        given = {**values, **(of_class if isinstance(of_class, dict) else {}),
                 **check_metadata(metadata)}
        with _carrying(**given):
            return function(*args, **kwargs)
    return inside


def check_metadata(given):
    """Return a dict for a dict or None. Raises ValueError for other objects."""
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise ValueError(f"metadata must be a dict of values by name, not {type(given).__name__}")
    return given
