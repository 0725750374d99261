# SPDX-License-Identifier: Apache-2.0
"""Replaces files atomically."""
import contextlib
import os
import secrets


@contextlib.contextmanager
def replaced_file(path, suffix=""):
    """Give the path of a file to write, which replaces `path` unless the block raises."""
    temporary = f"{path}.{secrets.token_hex(4)}{suffix}"
    open(temporary, "xb").close()  # with the user's access rights, unlike tempfile's
    try:
        yield temporary
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
