# SPDX-License-Identifier: Apache-2.0
"""Programs in the folder of the extension: the command line `ngraph` is part of the package."""
import os
import sys

from ngraph import _engine

# Relative to the extension: in an installed package, and in a build.
_FOLDERS = ("", os.path.join("..", "..", "bin"))


def program(name):
    """Return the path of a program of this package or of its build, or None if there is none.

    The PATH is not searched: it may have another program of that name.
    """
    extension = os.path.dirname(os.path.realpath(_engine.__file__))
    for folder in _FOLDERS:
        path = os.path.join(extension, folder, name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return os.path.normpath(path)
    return None


def main():
    """Run the command line with the arguments of this process."""
    path = program("ngraph")
    if path is None:
        sys.exit("ngraph: this package was built without the command line")
    os.execv(path, ["ngraph", *sys.argv[1:]])
