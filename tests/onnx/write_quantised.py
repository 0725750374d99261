# SPDX-License-Identifier: Apache-2.0
"""Writes small convolutional nets quantised by onnxruntime.quantization, and their results.

int8 weights by channel and 8-bit activations, as QLinearConv and as QuantizeLinear and
DequantizeLinear around Conv. The outputs are the bytes after each layer. Run by
./dev test-frameworks --write; needs the packages onnx, onnxruntime and numpy.
"""

import pathlib
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from write_models import Writer, conv


def residual_net(m):
    """A strided, a depthwise, a pointwise and a grouped convolution, and a residual block."""
    x = m.input("x", [2, 3, 19, 17], m.floats(2, 3, 19, 17))
    y = m.add("Relu", [conv(m, x, "stem", 3, 16, strides=[2, 2], pads=[1, 1, 1, 1])], "stem.relu")
    y = m.add("Conv", [y, m.weight("depthwise.weight", 16, 1, 3, 3),
                       m.weight("depthwise.bias", 16)], "depthwise", group=16, pads=[1, 1, 1, 1])
    y = m.add("Clip", [y, m.constant("zero", np.float32(0)), m.constant("six", np.float32(6))],
              "depthwise.clip")
    short = conv(m, y, "pointwise", 16, 20, 1)
    y = m.add("Relu", [m.add("Conv", [short, m.weight("grouped.weight", 20, 10, 3, 3)], "grouped",
                             group=2, pads=[1, 1, 1, 1])], "grouped.relu")
    y = conv(m, y, "last", 20, 20, dilations=[2, 2], pads=[2, 2, 2, 2])
    y = m.add("Relu", [m.add("Add", [y, short], "sum")], "sum.relu")
    m.output(m.add("GlobalAveragePool", [y], "features"))


class Samples(CalibrationDataReader):
    """The recorded input and others like it."""

    def __init__(self, m):
        self.feeds = iter([m.values] + [{name: m.floats(*array.shape)
                                         for name, array in m.values.items()} for _ in range(8)])

    def get_next(self):
        return next(self.feeds, None)


def saved(m, path):
    shapes = [helper.make_empty_tensor_value_info(name) for name in m.outputs]
    graph = helper.make_graph(m.nodes, "net", m.inputs, shapes, m.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", m.opset)], ir_version=8)
    onnx.save(onnx.shape_inference.infer_shapes(model), path)


def quantised(path, quant_format, ops, activations):
    m = Writer(31)
    residual_net(m)
    with tempfile.TemporaryDirectory() as folder:
        saved(m, f"{folder}/net.onnx")
        quantize_static(f"{folder}/net.onnx", f"{folder}/quantised.onnx", Samples(m),
                        quant_format=quant_format, per_channel=True, op_types_to_quantize=ops,
                        activation_type=activations, weight_type=QuantType.QInt8)
        model = onnx.load(f"{folder}/quantised.onnx")
    weights = {weight.name for weight in model.graph.initializer}
    made = [name for node in model.graph.node if node.op_type in ("QLinearConv", "QuantizeLinear")
            and node.input[0] not in weights for name in node.output]
    del model.graph.output[:]
    model.graph.output.extend(helper.make_empty_tensor_value_info(name) for name in made)
    model = onnx.shape_inference.infer_shapes(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(),
                                           providers=["CPUExecutionProvider"])
    results = session.run(None, m.values)
    for output, array in zip(model.graph.output, results):
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        output.CopyFrom(helper.make_tensor_value_info(output.name, kind, array.shape))
    path.with_suffix(".onnx").write_bytes(model.SerializeToString())
    arrays = {f"in.{name}": array for name, array in m.values.items()}
    np.savez_compressed(path.with_suffix(".npz"), **arrays,
                        **{f"out.{name}": array for name, array in zip(made, results)})


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    quantised(folder / "operators", QuantFormat.QOperator, ["Conv"], QuantType.QUInt8)
    quantised(folder / "nodes", QuantFormat.QDQ, ["Conv", "Add"], QuantType.QUInt8)
    quantised(folder / "with_sign", QuantFormat.QDQ, ["Conv"], QuantType.QInt8)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "quantised")
