# SPDX-License-Identifier: Apache-2.0
"""Settings of the build of `pip install .`, and its stages shown on the terminal."""
import contextlib
import os
import re
import sys
import sysconfig
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
_BUILT = os.path.join(ROOT, "build", "release")
_MEMORY_OF_A_JOB = 1_000_000  # kB that compiling a file takes
_LINE = re.compile(r"^\[(\d+)/(\d+)\]|^\*\*\* |^-- |^\[\d+ of \d+\]")


def jobs(cores, available):
    """Return the number of compilers to run at once: one per core, limited by free memory (kB)."""
    return max(1, min(cores, available // _MEMORY_OF_A_JOB))


def _available_memory():
    with contextlib.suppress(OSError, ValueError), open("/proc/meminfo", encoding="ascii") as file:
        for line in file:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1])
    return _MEMORY_OF_A_JOB * (os.cpu_count() or 1)


def built_folder(folder=_BUILT):
    """Return the build folder of `./dev build` if it has the extension of this interpreter."""
    extension = os.path.join(folder, "python", "ngraph",
                             f"_engine{sysconfig.get_config_var('EXT_SUFFIX')}")
    made = os.path.join(folder, "build.ninja")
    return folder if os.path.exists(extension) and os.path.exists(made) else None


def set_environment():
    """Settings of the compilation that the user has not made. The ccache ones are those of ./dev,
    so that both share compiled objects.
    """
    wanted = {
        "CMAKE_BUILD_PARALLEL_LEVEL": str(jobs(len(os.sched_getaffinity(0)), _available_memory())),
        "CCACHE_BASEDIR": ROOT, "CCACHE_NOHASHDIR": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime",
        "NINJA_STATUS": "[%f of %t] ",
    }
    for name, value in wanted.items():
        os.environ.setdefault(name, value)


class Progress:
    """Shows stages of a build on a terminal in one line with the elapsed time."""

    def __init__(self, terminal):
        self.terminal, self.began = terminal, time.monotonic()

    def show(self, text):
        """Replace the line."""
        self.terminal.write(f"\r\x1b[Kngraph [{time.monotonic() - self.began:4.0f} s] {text[:90]}")
        self.terminal.flush()

    def end(self):
        """Remove the line."""
        self.terminal.write("\r\x1b[K")
        self.terminal.flush()


def follow(lines, copy, show):
    """Copy the output of a build and show each of its stages."""
    for line in lines:
        copy.write(line)
        copy.flush()
        text = line.strip()
        if _LINE.match(text):
            show(text)


@contextlib.contextmanager
def progress():
    """Show the output of this process and its children on the controlling terminal, which pip
    hides. With `pip install -v`, or without a terminal, pip shows the output itself.
    """
    try:
        terminal = open("/dev/tty", "w", encoding="utf-8")
    except OSError:
        yield
        return
    with terminal:
        if os.isatty(1):
            yield
            return
        line = Progress(terminal)
        before, (read, write) = os.dup(1), os.pipe()
        sys.stdout.flush()
        os.dup2(write, 1)
        os.close(write)
        reader = open(read, encoding="utf-8", errors="replace")
        copy = open(before, "w", encoding="utf-8")
        thread = threading.Thread(target=follow, args=(reader, copy, line.show), daemon=True)
        thread.start()
        try:
            line.show("configuring")
            yield
        finally:
            sys.stdout.flush()
            os.dup2(before, 1)
            thread.join(timeout=10)
            line.end()
            copy.close()
