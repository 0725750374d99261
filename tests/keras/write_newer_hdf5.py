# SPDX-License-Identifier: Apache-2.0
"""Writes models/newer.hdf5: tensors in the newest format of the HDF5 that h5py has, 2.0 at least,
whose packed chunks and booleans libhdf5 1 does not read.

    write_newer_hdf5.py [FOLDER]
"""
import os
import sys

import h5py
import numpy as np

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "tests/keras/models"

with h5py.File(os.path.join(FOLDER, "newer.hdf5"), "w", libver="latest") as file:
    file["plain"] = np.arange(6, dtype="f4").reshape(2, 3)
    file.create_dataset("chunks", data=np.arange(12.0), chunks=(5,))
    file.create_dataset("packed", data=np.arange(12.0), chunks=(5,), compression="gzip")
    file["flags"] = np.array([True, False])
    for i in range(10):  # a group whose links are in a heap
        file[f"many/w{i}"] = np.float32(i)
