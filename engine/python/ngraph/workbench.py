# SPDX-License-Identifier: Apache-2.0
"""Shows this program in the workbench while it runs.

    NGRAPH_WORKBENCH=1 python3 train.py

opens a window on the program, or joins the one that is open: its graph, passes and kernels, curves
and tensors as they change, and breakpoints on ops. With the variable unset nothing of this is
imported. The variable may also be the path of a window's socket. It is taken out of the environment,
so that programs started from this one are not shown in its place.
"""
import atexit
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time

from ngraph import _engine
from ngraph.util.errors import UnsupportedTransformerException

_WINDOW_SECONDS = 15  # that a window may take to open


def socket_path():
    """Where the window of this user listens."""
    folder = os.environ.get("XDG_RUNTIME_DIR")
    if folder:
        return os.path.join(folder, "ngraph", "link")
    return os.path.join(tempfile.gettempdir(), f"ngraph-{os.getuid()}", "link")


def attach(where):
    """Links this program to the window that NGRAPH_WORKBENCH names; goes on without one if it cannot.

    `where` is "1" or the path of a socket; anything else that is false in words means no link.
    """
    if where.lower() in ("", "0", "no", "off", "false"):
        return False
    try:
        if os.path.isabs(where):
            _link(where)
        else:
            _join_or_start()
    except Exception as error:  # whatever it is, the program itself goes on
        reason = str(error).strip().splitlines()[0]
        print(f"ngraph: running without the workbench: {reason}", file=sys.stderr)
        return False
    return True


def _link(path):
    program = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"
    from ngraph import __version__
    _engine.attach_workbench(path, program, [str(each) for each in sys.argv[1:]], __version__)
    _tell_the_end()


def _listens(path):
    try:
        info = os.stat(path)
    except OSError:
        return False
    return stat.S_ISSOCK(info.st_mode) and info.st_uid == os.getuid()


def _join_or_start():
    path = socket_path()
    if _listens(path):
        try:
            return _link(path)
        except UnsupportedTransformerException:
            pass  # of a window that is no more
    window = _start_window()
    until = time.monotonic() + _WINDOW_SECONDS
    while time.monotonic() < until:
        if window.poll() is not None:
            raise RuntimeError(f"ngraph-workbench ended with status {window.returncode}")
        if _listens(path):
            try:
                return _link(path)
            except UnsupportedTransformerException:
                pass
        time.sleep(0.05)
    raise RuntimeError(f"ngraph-workbench did not open within {_WINDOW_SECONDS} s")


def _start_window():
    program = os.environ.get("NGRAPH_WORKBENCH_PROGRAM") or shutil.which("ngraph-workbench")
    if not program:
        built = os.path.realpath(os.path.join(os.path.dirname(_engine.__file__), "..", "..", "bin",
                                              "ngraph-workbench"))
        program = built if os.access(built, os.X_OK) else None
    if not program:
        raise RuntimeError("there is no ngraph-workbench on the PATH")
    return subprocess.Popen([program, "--attach"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, start_new_session=True)


def _tell_the_end():
    """At exit the window learns how the program ended."""
    ending = []
    before = sys.excepthook

    def noticed(kind, value, trace):
        ending.append(f"{kind.__name__}: {value}")
        before(kind, value, trace)

    sys.excepthook = noticed
    atexit.register(lambda: _engine.detach_workbench(ending[-1] if ending else ""))
