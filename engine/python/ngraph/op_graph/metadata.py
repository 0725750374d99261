# SPDX-License-Identifier: Apache-2.0
"""Metadata of ops: any values by name.

The engine stores their texts, which documents contain and the workbench shows; the values
themselves are kept here.
"""
import bisect
import functools
import json
import math
import threading
from collections.abc import MutableMapping

from ngraph import _engine
from ngraph._engine import Axis, Op

_values = {}  # by (key, text): the first value with that text
# Other values with the same text, such as "1" after 1: of single ops, by id, and of the ops that
# contexts created.
_of_ops, _of_contexts = {}, {}
_open = threading.local()  # the keys of the contexts that this thread is in


def _text_of(value):
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value)
    except TypeError:
        return value.name if isinstance(value, Axis) else str(value)


def _are_same(a, b):
    """Are they one value to all who read it? Objects are only the same as themselves."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(_are_same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(_are_same(a[key], b[key]) for key in a)
    return isinstance(a, (bool, int, float, str)) and a == b


def _is_first(key, text, value):
    """Is this the value that ops with the text have by default? Remembers a first one."""
    return _are_same(_values.setdefault((key, text), value), value)


class _Contexts:
    """The values of contexts, by the ids of the ops that were created inside."""

    def __init__(self):
        self._before, self._after, self._values = [], [], []
        self._last = []  # for each: the greatest id after it or an earlier one
        self._changing = threading.Lock()

    def enter(self, value):
        """Start a context after the newest op; returns its place."""
        with self._changing:  # ids rise along the lists
            self._before.append(_newest_id())
            self._values.append(value)
            self._after.append(math.inf)
            self._last.append(math.inf)
            return len(self._before) - 1

    def leave(self, place):
        """End a context after the newest op."""
        with self._changing:
            self._after[place] = _newest_id()
            for i in range(place, len(self._last)):
                self._last[i] = max(self._after[i], self._last[i - 1] if i > 0 else 0)

    def find(self, op_id, otherwise):
        """The value of the context that created the op."""
        i = bisect.bisect_left(self._before, op_id, hi=len(self._last)) - 1
        while i >= 0 and op_id < self._last[i]:
            if op_id < self._after[i]:
                return self._values[i]
            i -= 1
        return otherwise


def _value_of(op, key, text):
    place = key, text
    if op.id in _of_ops.get(place, ()):
        return _of_ops[place][op.id]
    first = _values.get(place, text)
    return _of_contexts[place].find(op.id, first) if place in _of_contexts else first


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
        open_keys = _open.__dict__.setdefault("contexts", [])
        outer = set().union(*open_keys)
        open_keys.append(self._keys)
        made = []
        for key, text, value in self._others:
            if key not in outer:
                contexts = _of_contexts.setdefault((key, text), _Contexts())
                made.append((contexts, contexts.enter(value)))
        self._entered.append(made)
        self._scope.__enter__()

    def __exit__(self, *exception):
        self._scope.__exit__(*exception)
        for contexts, place in self._entered.pop():
            contexts.leave(place)
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
