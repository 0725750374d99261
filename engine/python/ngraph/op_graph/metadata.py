# SPDX-License-Identifier: Apache-2.0
"""Metadata of ops: any values by name. The engine keeps their texts, which documents and the
workbench show; the values themselves stay here."""
import functools
import json
from collections.abc import MutableMapping

from ngraph import _engine
from ngraph._engine import Op

_values = {}  # of values that are no texts, by (key, text)


def _text_of(key, value):
    if isinstance(value, str):
        return value
    try:
        text = json.dumps(value)
    except TypeError:
        text = str(value)
    _values[key, text] = value
    return text


class OpMetadata(MutableMapping):
    """The metadata of one op, as a dict."""

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


Op.metadata = property(OpMetadata, _set_metadata, doc="Values by name; see ngraph.metadata.")


def metadata(**values):
    """Ops made inside the `with` carry these values. Outer ones overwrite inner ones."""
    return _engine.ScopedMetadata({key: _text_of(key, value) for key, value in values.items()})


_carrying = metadata  # the next function has an argument of that name


def with_op_metadata(function, metadata=None):
    """Decorates a function so that the ops it makes carry its argument `metadata`."""
    values = metadata or {}

    @functools.wraps(function)
    def inside(*args, metadata=None, **kwargs):
        given = dict(values, **check_metadata(metadata))
        with _carrying(**given):
            return function(*args, **kwargs)
    return inside


def check_metadata(given):
    """A dict, from a dict or None. ValueError for anything else."""
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise ValueError(f"metadata must be a dict of values by name, not {type(given).__name__}")
    return given
