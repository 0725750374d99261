# SPDX-License-Identifier: Apache-2.0
"""Finds the name of the variable to which the user's program assigns a result."""
import dis
import os
import sys

_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_BUILDERS = os.path.join(_PACKAGE, "builders.py")  # adds arguments to the engine's functions
_STORES = {"STORE_NAME", "STORE_FAST", "STORE_GLOBAL", "STORE_DEREF"}
_MOST = 20_000  # limit for the bytecode to search: a few milliseconds


def assigned_name():
    """Return `train` during `train = transformer.computation(...)` (or `self.train = ...`), else
    None.
    """
    frame = sys._getframe(1)
    while frame and _is_ours(frame):
        frame = frame.f_back
    return _name_after(frame)


def directly_assigned_name():
    """Return `x` during `x = ng.placeholder(...)`, called by the engine, else None.

    An op that the package makes for the program, such as a layer's weight, is not what the program
    assigns.
    """
    frame = sys._getframe(1)
    while frame and frame.f_code.co_filename == _BUILDERS:
        frame = frame.f_back
    return None if frame and _is_ours(frame) else _name_after(frame)


def _is_ours(frame):
    return frame.f_code.co_filename.startswith(_PACKAGE)


def _name_after(frame):
    """Return the name in which the frame stores the result of its current call, or None."""
    if frame is None or len(frame.f_code.co_code) > _MOST:
        return None
    after = [each for each in dis.get_instructions(frame.f_code)
             if each.offset > frame.f_lasti and each.opname != "CACHE"][:2]
    if after and after[0].opname in _STORES:
        return after[0].argval
    if len(after) == 2 and after[1].opname == "STORE_ATTR" and after[0].opname.startswith("LOAD_"):
        return after[1].argval
    return None
