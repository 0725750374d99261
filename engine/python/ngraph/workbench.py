# SPDX-License-Identifier: Apache-2.0
"""Shows this program in the workbench while it runs.

    NGRAPH_WORKBENCH=1 python3 train.py

opens a workbench window for the program, or uses the open one. It shows the graph, passes and
kernels, live curves and tensors, and supports breakpoints on ops. Without the variable this module
is not imported. The variable may also be the path of a window's socket. It is removed from the
environment, so that child processes do not connect too.
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
from ngraph.util.assigned_name import directly_assigned_name
from ngraph.util.errors import UnsupportedTransformerException
from ngraph.util.program import program

_WINDOW_SECONDS = 15  # time limit for opening a window


def socket_path():
    """Return the socket path of this user's window."""
    folder = os.environ.get("XDG_RUNTIME_DIR")
    if folder:
        return os.path.join(folder, "ngraph", "link")
    return os.path.join(tempfile.gettempdir(), f"ngraph-{os.getuid()}", "link")


def attach(where):
    """Connect this program to the window given by NGRAPH_WORKBENCH; on failure continue without.

    `where` is "1" or the path of a socket; words such as "0" or "off" mean no connection.
    """
    if where.lower() in ("", "0", "no", "off", "false"):
        return False
    try:
        if os.path.isabs(where):
            _link(where)
        else:
            _join_or_start()
    except Exception as error:  # never stops the program itself
        reason = str(error).strip().splitlines()[0]
        print(f"ngraph: running without the workbench: {reason}", file=sys.stderr)
        return False
    return True


def _link(path):
    script = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"
    from ngraph import __version__
    _engine.attach_workbench(path, script, [str(each) for each in sys.argv[1:]], __version__,
                             directly_assigned_name)
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
            pass  # left by a closed window
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
    name = "ngraph-workbench"
    path = os.environ.get("NGRAPH_WORKBENCH_PROGRAM") or shutil.which(name) or program(name)
    if not path:
        raise RuntimeError("ngraph-workbench was not found on the PATH")
    return subprocess.Popen([path, "--attach"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, start_new_session=True)


def _tell_the_end():
    """At exit, report to the window how the program ended."""
    ending = []
    before = sys.excepthook

    def noticed(kind, value, trace):
        ending.append(f"{kind.__name__}: {value}")
        before(kind, value, trace)

    sys.excepthook = noticed
    atexit.register(lambda: _engine.detach_workbench(ending[-1] if ending else ""))
