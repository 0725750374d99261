# SPDX-License-Identifier: Apache-2.0
"""Op.all_ops: the ops that a piece of a program makes."""
import contextlib

from ngraph import _engine
from ngraph._engine import Op


@contextlib.contextmanager
def all_ops(isolate=False):
    """A list that, after the `with`, holds every op made inside it, oldest first.

    With isolate, captures around this one do not see them.
    """
    made = []
    _engine.begin_capture(isolate)
    try:
        yield made
    finally:
        made.extend(_engine.end_capture())


Op.all_ops = staticmethod(all_ops)
