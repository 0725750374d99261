# SPDX-License-Identifier: Apache-2.0
"""Metadata of ops: any values by name.

The engine stores their texts, which documents contain and the workbench shows; the values
themselves are kept here.
"""
import functools
import json
import threading
from collections.abc import MutableMapping

from ngraph import _engine
from ngraph._engine import Axis, Op

_values = {}  # by (key, text): the first value with that text
# Other values with the same text, such as "1" after 1: of single ops, by id, and of the ops that a
# context created, as lists of the ids before and after it and the value.
_of_ops, _of_contexts = {}, {}
_open = threading.local()  # the keys of the contexts that this thread is in


def _text_of(value):
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value)
    except TypeError:
        return value.name if isinstance(value, Axis) else str(value)


def _is_first(key, text, value):
    """Is this the value that ops with the text have by default? Remembers a first one."""
    first = _values.setdefault((key, text), value)
    return first is value or (type(first) is type(value) and not isinstance(value, Axis)
                              and repr(first) == repr(value))


def _value_of(op, key, text):
    place = key, text
    if op.id in _of_ops.get(place, ()):
        return _of_ops[place][op.id]
    for before, after, value in _of_contexts.get(place, ()):
        if before < op.id and (after is None or op.id < after):
            return value
    return _values.get(place, text)


def _newest_id():
    _engine.begin_capture(True)  # the op is nobody's
    try:
        return _engine.constant(0).id
    finally:
        _engine.end_capture()


class OpMetadata(MutableMapping):
    """Metadata of one op, as a dict."""

    def __init__(self, op):
        self._op = op

    def __getitem__(self, key):
        return _value_of(self._op, key, self._op.metadata_texts()[key])

    def __setitem__(self, key, value):
        text = _text_of(value)
        self._op.set_metadata_text(key, text)
        if not _is_first(key, text, value) or (key, text) in _of_contexts:
            _of_ops.setdefault((key, text), {})[self._op.id] = value
        else:
            _of_ops.get((key, text), {}).pop(self._op.id, None)

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


class _Context:
    def __init__(self, values):
        texts = {key: _text_of(value) for key, value in values.items()}
        self._keys = set(texts)
        self._others = [(key, text, values[key]) for key, text in texts.items()
                        if not _is_first(key, text, values[key])]
        self._scope = _engine.ScopedMetadata(texts)
        self._entered = []

    def __enter__(self):
        contexts = _open.__dict__.setdefault("contexts", [])
        outer = set().union(*contexts)
        contexts.append(self._keys)
        made = []
        for key, text, value in self._others:
            if key not in outer:
                made.append([_newest_id(), None, value])
                _of_contexts.setdefault((key, text), []).append(made[-1])
        self._entered.append(made)
        self._scope.__enter__()

    def __exit__(self, *exception):
        self._scope.__exit__(*exception)
        for each in self._entered.pop():
            each[1] = _newest_id()
        _open.contexts.pop()


def metadata(**values):
    """Context manager: ops created inside carry these values. Outer values take precedence."""
    return _Context(values)


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
