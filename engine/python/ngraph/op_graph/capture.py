# SPDX-License-Identifier: Apache-2.0
"""Op.all_ops: captures the ops created by a section of a program."""
import contextlib

from ngraph import _engine
from ngraph._engine import Op


@contextlib.contextmanager
def all_ops(isolate=False):
    """Context manager that yields a list. After the block it holds all ops created inside, oldest
    first.

    With isolate=True, enclosing captures do not receive these ops.
    """
    made = []
    _engine.begin_capture(isolate)
    try:
        yield made
    finally:
        made.extend(_engine.end_capture())


Op.all_ops = staticmethod(all_ops)
