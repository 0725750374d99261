# SPDX-License-Identifier: Apache-2.0
"""Writes NumPy archives: unlike numpy.savez, atomically, and whatever the arrays are called."""
import os
import tempfile
import zipfile

import numpy as np


def write_npz(path, arrays, compress=False):
    """Write the arrays by name to the file, which is replaced only when all are written."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", suffix=".npz")
    os.close(handle)
    try:
        packed = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
        with zipfile.ZipFile(temporary, "w", packed) as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=False)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
