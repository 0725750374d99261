# SPDX-License-Identifier: Apache-2.0
"""Replaces files atomically."""
import contextlib
import errno
import os
import secrets


def require_replaceable(path):
    """Raise OSError if it is known before that no file can be written at `path`."""
    path = os.fspath(path)
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "this is a folder, not a name for a file", path)
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {folder!r} for this file", path)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, f"no permission to write to the folder {folder!r}",
                              path)


@contextlib.contextmanager
def replaced_file(path, suffix=""):
    """Give the path of a file to write, which replaces `path` unless the block raises."""
    require_replaceable(path)
    temporary = f"{path}.{secrets.token_hex(4)}{suffix}"
    open(temporary, "xb").close()  # with the user's access rights, unlike tempfile's
    try:
        yield temporary
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
