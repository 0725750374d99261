# SPDX-License-Identifier: Apache-2.0
"""Writes NumPy archives: unlike numpy.savez, atomically, and whatever the arrays are called."""
import zipfile

import numpy as np

from ngraph.util.replaced_file import replaced_file


def write_npz(path, arrays, compress=False):
    """Write the arrays by name to the file, which is replaced only when all are written."""
    packed = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with replaced_file(path, ".npz") as whole, zipfile.ZipFile(whole, "w", packed) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(array), allow_pickle=False)
