# SPDX-License-Identifier: Apache-2.0
"""Writes small_floats.npz: the value of every code of the 8-bit floats, by the name of the type.

Needs the packages ml_dtypes and numpy.
"""

import pathlib

import ml_dtypes
import numpy as np

TYPES = ("float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2", "float8_e5m2fnuz")


def main(folder):
    codes = np.arange(256, dtype=np.uint8)
    np.savez(folder / "small_floats.npz",
             **{name: codes.view(getattr(ml_dtypes, name)).astype(np.float32) for name in TYPES})


if __name__ == "__main__":
    main(pathlib.Path(__file__).parent)
