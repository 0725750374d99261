# SPDX-License-Identifier: Apache-2.0
"""Replaces files atomically."""
import contextlib
import os
import tempfile


@contextlib.contextmanager
def replaced_file(path, suffix):
    """Give the path of a file to write, which replaces `path` unless the block raises."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", suffix=suffix)
    os.close(handle)
    try:
        yield temporary
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
