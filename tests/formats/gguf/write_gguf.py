#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes types.gguf, a tensor of each type, and types.npz, the values that the package gguf gives
them. Needs gguf of PyPI."""

import sys
from pathlib import Path

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type

FOLDER = Path(__file__).resolve().parent
BLOCKS = (Type.Q4_0, Type.Q4_1, Type.Q5_0, Type.Q5_1, Type.Q8_0, Type.Q2_K, Type.Q3_K, Type.Q4_K,
          Type.Q5_K, Type.Q6_K, Type.IQ4_NL, Type.IQ4_XS, Type.MXFP4)


def random_blocks(random, kind, rows, blocks):
    """Random bytes whose values are finite, and not larger than any weight."""
    size = gguf.GGML_QUANT_SIZES[kind][1]
    made = np.empty((rows, blocks, size), np.uint8)
    for row in made:
        for block in row:
            while True:
                block[:] = random.integers(0, 256, size)
                with np.errstate(all="ignore"):
                    values = gguf.quants.dequantize(block.reshape(1, -1), kind)
                if np.isfinite(values).all() and np.abs(values).max() < 1e4:
                    break
    return made.reshape(rows, -1)


def main(folder):
    random = np.random.default_rng(3)
    writer = gguf.GGUFWriter(folder / "types.gguf", "llama")
    writer.add_block_count(2)
    writer.add_name("all types")
    writer.add_float32("test.scale", 0.5)
    writer.add_bool("test.flag", True)
    writer.add_token_list([f"t{i}" for i in range(20)])
    values = {}
    for kind in (np.float32, np.float16, np.float64, np.int8, np.int16, np.int32, np.int64):
        name = np.dtype(kind).name
        values[name] = (random.normal(0, 20, (2, 3))).astype(kind)
        writer.add_tensor(name, values[name])
    for kind in BLOCKS:
        length = gguf.GGML_QUANT_SIZES[kind][0]
        data = random_blocks(random, kind, 3, 512 // length)
        values[kind.name.lower()] = gguf.quants.dequantize(data, kind)
        writer.add_tensor(kind.name.lower(), data, raw_dtype=kind)
    undecoded = random.integers(0, 256, (2, gguf.GGML_QUANT_SIZES[Type.IQ2_XS][1]), np.uint8)
    writer.add_tensor("iq2_xs", undecoded, raw_dtype=Type.IQ2_XS)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    np.savez(folder / "types.npz", **values)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
