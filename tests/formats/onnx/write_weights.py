# SPDX-License-Identifier: Apache-2.0
"""Writes weights.onnx: initializers as raw data, as typed fields and in weights.bin.

Needs the package onnx.
"""

import pathlib
import struct

from onnx import TensorProto, helper, save


def main(folder):
    typed = helper.make_tensor("typed", TensorProto.INT64, [2], [1 << 40, -2])
    half = helper.make_tensor("half", TensorProto.FLOAT16, [2], [1.5, -2])
    raw = helper.make_tensor("raw", TensorProto.FLOAT, [2, 2], struct.pack("<4f", 1, 2, 3, 4),
                             raw=True)
    strange = TensorProto(name="strange", data_type=TensorProto.FLOAT8E4M3FN, dims=[1],
                          raw_data=b"\0")
    outside = TensorProto(name="outside", data_type=TensorProto.FLOAT, dims=[3],
                          data_location=TensorProto.EXTERNAL)
    for key, value in {"location": "weights.bin", "offset": "8", "length": "12"}.items():
        outside.external_data.add(key=key, value=value)
    (folder / "weights.bin").write_bytes(struct.pack("<5f", 0, 0, 5, 6, 7))
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 2])
    graph = helper.make_graph([helper.make_node("Identity", ["raw"], ["y"])], "weights", [],
                              [output], [typed, half, raw, strange, outside])
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]),
         folder / "weights.onnx")


if __name__ == "__main__":
    main(pathlib.Path(__file__).parent)
