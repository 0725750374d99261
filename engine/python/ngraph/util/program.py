# SPDX-License-Identifier: Apache-2.0
"""The command line `ngraph`, which is part of the package."""
import os
import shutil
import sys

from ngraph import _engine

# Relative to the extension: in an installed package, and in a build.
_PLACES = ("ngraph", os.path.join("..", "..", "bin", "ngraph"))


def program():
    """Return the path of the command line, or None if it is not installed."""
    folder = os.path.dirname(os.path.realpath(_engine.__file__))
    for place in _PLACES:
        path = os.path.join(folder, place)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return os.path.normpath(path)
    return shutil.which("ngraph")


def main():
    """Run the command line with the arguments of this process."""
    path = program()
    if path is None or os.path.realpath(path) == os.path.realpath(sys.argv[0]):
        sys.exit("ngraph: this package was built without the command line")
    os.execv(path, ["ngraph", *sys.argv[1:]])
