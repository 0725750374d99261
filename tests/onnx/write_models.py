# SPDX-License-Identifier: Apache-2.0
"""Writes small models with onnx.helper: random weights, inputs, and ONNX Runtime's outputs.

Run by ./dev test-frameworks; needs the packages onnx, onnxruntime and numpy. The files of a model
are NAME.onnx, and NAME.npz with arrays "in.INPUT" and "out.OUTPUT".
"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

OPSET = 18


class Writer:
    """Collects the nodes and weights of one model."""

    def __init__(self, seed, opset=OPSET):
        self.opset = opset
        self.random = np.random.default_rng(seed)
        self.nodes, self.weights, self.inputs, self.outputs = [], [], [], []
        self.values = {}

    def input(self, name, shape, array):
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        self.values[name] = array
        return name

    def constant(self, name, array):
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def weight(self, name, *shape):
        scale = 1 / np.sqrt(max(np.prod(shape[1:]), 1))
        return self.constant(name, self.random.normal(0, scale, shape).astype(np.float32))

    def add(self, op, inputs, name, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [name], name, **attributes))
        return name

    def output(self, name):
        self.outputs.append(name)

    def floats(self, *shape):
        return self.random.normal(0, 1, shape).astype(np.float32)

    def write(self, path, reference=False):
        """The outputs are ONNX Runtime's, or those of ONNX's reference."""
        opset = [helper.make_opsetid("", self.opset)]
        shapes = [helper.make_empty_tensor_value_info(name) for name in self.outputs]
        graph = helper.make_graph(self.nodes, path.name, self.inputs, shapes, self.weights)
        model = helper.make_model(graph, opset_imports=opset,
                                  ir_version=8 if self.opset < 21 else 10,
                                  producer_name="ngraph-tests")
        model = onnx.shape_inference.infer_shapes(model)
        if reference:
            session = ReferenceEvaluator(model)
        else:
            session = onnxruntime.InferenceSession(model.SerializeToString(),
                                                   providers=["CPUExecutionProvider"])
        results = session.run(None, self.values)
        for output, array in zip(model.graph.output, results):
            if not output.type.tensor_type.HasField("shape"):  # not inferred: of loops
                kind = helper.np_dtype_to_tensor_dtype(array.dtype)
                output.CopyFrom(helper.make_tensor_value_info(output.name, kind, array.shape))
        onnx.checker.check_model(model, full_check=True)
        path.with_suffix(".onnx").write_bytes(model.SerializeToString())
        arrays = {f"in.{name}": array for name, array in self.values.items()}
        for output, array in zip(self.outputs, results):
            arrays[f"out.{output}"] = array
        np.savez(path.with_suffix(".npz"), **arrays)


def linear(m, x, name, inner, outer):
    m.add("MatMul", [x, m.weight(f"{name}.weight", inner, outer)], f"{name}.product")
    return m.add("Add", [f"{name}.product", m.weight(f"{name}.bias", outer)], name)


def mlp(path):
    m = Writer(1)
    x = m.input("x", ["batch", 16], m.floats(4, 16))
    for i, (inner, outer) in enumerate([(16, 16), (16, 16), (16, 5)]):
        x = m.add("Gemm", [x, m.weight(f"w{i}", outer, inner), m.weight(f"b{i}", outer)],
                  f"dense{i}", transB=1)
        if i < 2:
            x = m.add("Relu", [x], f"relu{i}")
    m.output(m.add("Softmax", [x], "probability", axis=1))
    m.write(path)


def conv(m, x, name, channels, kernels, size=3, **attributes):
    return m.add("Conv", [x, m.weight(f"{name}.weight", kernels, channels, size, size),
                          m.weight(f"{name}.bias", kernels)], name, **attributes)


def lenet(path):
    m = Writer(2)
    x = m.input("image", ["batch", 1, 28, 28], m.floats(2, 1, 28, 28))
    x = m.add("Relu", [conv(m, x, "conv1", 1, 4, 5, pads=[2, 2, 2, 2])], "relu1")
    x = m.add("MaxPool", [x], "pool1", kernel_shape=[2, 2], strides=[2, 2])
    x = m.add("Relu", [conv(m, x, "conv2", 4, 8, 5)], "relu2")
    x = m.add("AveragePool", [x], "pool2", kernel_shape=[2, 2], strides=[2, 2])
    x = m.add("Flatten", [x], "flat")
    x = m.add("Gemm", [x, m.weight("w", 200, 10), m.weight("b", 10)], "logits")
    m.output(x)
    m.write(path)


def normalised(m, x, name, channels):
    for part in ("scale", "shift", "mean"):
        m.weight(f"{name}.{part}", channels)
    m.constant(f"{name}.variance", m.random.uniform(0.5, 2, channels).astype(np.float32))
    return m.add("BatchNormalization",
                 [x] + [f"{name}.{part}" for part in ("scale", "shift", "mean", "variance")], name)


def resnet_block(path):
    m = Writer(3)
    x = m.input("x", [2, 6, 9, 9], m.floats(2, 6, 9, 9))
    y = m.add("Relu", [normalised(m, conv(m, x, "conv1", 6, 8, strides=[2, 2],
                                          auto_pad="SAME_UPPER"), "bn1", 8)], "relu1")
    y = normalised(m, conv(m, y, "conv2", 8, 8, pads=[1, 1, 1, 1]), "bn2", 8)
    short = normalised(m, conv(m, x, "short", 6, 8, 1, strides=[2, 2]), "bn3", 8)
    y = m.add("Relu", [m.add("Add", [y, short], "sum")], "relu2")
    y = m.add("Relu", [m.add("Add", [normalised(m, conv(m, y, "conv3", 8, 8, pads=[1, 1, 1, 1]),
                                                "bn4", 8), y], "sum2")], "relu3")
    m.output(m.add("GlobalAveragePool", [y], "features"))
    m.write(path)


def depthwise(path):
    m = Writer(4)
    x = m.input("x", [1, 6, 8, 8], m.floats(1, 6, 8, 8))
    y = conv(m, x, "expand", 6, 12, 1)
    y = m.add("Clip", [y, m.constant("zero", np.float32(0)), m.constant("six", np.float32(6))],
              "relu6")
    y = m.add("Conv", [y, m.weight("depthwise.weight", 12, 1, 3, 3)], "depthwise", group=12,
              strides=[2, 2], pads=[1, 1, 1, 1])
    y = m.add("HardSwish", [y], "swish")
    y = m.add("Conv", [y, m.weight("grouped.weight", 8, 6, 3, 3)], "grouped", group=2,
              pads=[0, 1, 2, 1])
    m.output(y)
    m.write(path)


def unet(path):
    m = Writer(5)
    x = m.input("x", [1, 3, 8, 8], m.floats(1, 3, 8, 8))
    a = m.add("Relu", [conv(m, x, "down1", 3, 4, pads=[1] * 4)], "a")
    b = m.add("MaxPool", [a], "pool", kernel_shape=[2, 2], strides=[2, 2])
    b = m.add("LeakyRelu", [conv(m, b, "down2", 4, 6, pads=[1] * 4)], "b", alpha=0.1)
    up = m.add("ConvTranspose", [b, m.weight("up.weight", 6, 4, 2, 2)], "up", strides=[2, 2])
    big = m.add("Resize", [b, "", m.constant("scales", np.float32([1, 1, 2, 2]))], "big",
                mode="linear")
    y = m.add("Concat", [up, a, big], "skip", axis=1)
    m.output(m.add("Sigmoid", [conv(m, y, "head", 14, 1, 1)], "mask"))
    m.write(path)


def heads(m, x, name, count, size):
    split = m.constant(f"{name}.split", np.int64([0, 0, count, size]))
    y = m.add("Reshape", [x, split], f"{name}.heads")
    return m.add("Transpose", [y], f"{name}.by_head", perm=[0, 2, 1, 3])


def attention(m, x, name, width, count, mask=None):
    q, k, v = (heads(m, linear(m, x, f"{name}.{part}", width, width), f"{name}.{part}", count,
                     width // count) for part in "qkv")
    k = m.add("Transpose", [k], f"{name}.k.swapped", perm=[0, 1, 3, 2])
    scores = m.add("MatMul", [q, k], f"{name}.scores")
    scores = m.add("Div", [scores, m.constant(f"{name}.scale", np.float32(np.sqrt(width / count)))],
                   f"{name}.scaled")
    if mask:
        scores = m.add("Add", [scores, mask], f"{name}.masked")
    y = m.add("MatMul", [m.add("Softmax", [scores], f"{name}.weights", axis=-1), v], f"{name}.mix")
    y = m.add("Transpose", [y], f"{name}.joined", perm=[0, 2, 1, 3])
    y = m.add("Reshape", [y, m.constant(f"{name}.merge", np.int64([0, 0, width]))], f"{name}.flat")
    return linear(m, y, f"{name}.out", width, width)


def layer_norm(m, x, name, width):
    return m.add("LayerNormalization",
                 [x, m.weight(f"{name}.scale", width), m.weight(f"{name}.shift", width)], name,
                 axis=-1)


def gelu(m, x, name):
    y = m.add("Div", [x, m.constant(f"{name}.root", np.float32(np.sqrt(2)))], f"{name}.scaled")
    y = m.add("Add", [m.add("Erf", [y], f"{name}.erf"), m.constant(f"{name}.one", np.float32(1))],
              f"{name}.shifted")
    y = m.add("Mul", [x, y], f"{name}.product")
    return m.add("Mul", [y, m.constant(f"{name}.half", np.float32(0.5))], name)


def bert(path):
    m = Writer(6)
    ids = m.input("ids", ["batch", "sequence"], m.random.integers(0, 20, (2, 7)))
    seen = m.input("attention_mask", ["batch", "sequence"],
                   np.int64([[1] * 7, [1] * 4 + [0] * 3]))
    width = 16
    x = m.add("Gather", [m.weight("embedding", 20, width), ids], "embedded")
    mask = m.add("Unsqueeze", [seen, m.constant("mask.axes", np.int64([1, 2]))], "mask.wide")
    mask = m.add("Cast", [mask], "mask.float", to=TensorProto.FLOAT)
    mask = m.add("Sub", [m.constant("mask.one", np.float32(1)), mask], "mask.hidden")
    mask = m.add("Mul", [mask, m.constant("mask.low", np.float32(-10000))], "mask")
    x = layer_norm(m, x, "norm0", width)
    y = attention(m, x, "attention", width, 4, mask)
    x = layer_norm(m, m.add("Add", [x, y], "residual1"), "norm1", width)
    y = linear(m, gelu(m, linear(m, x, "up", width, 32), "gelu"), "down", 32, width)
    m.output(layer_norm(m, m.add("Add", [x, y], "residual2"), "norm2", width))
    m.write(path)


def gpt(path):
    m = Writer(7)
    ids = m.input("ids", ["batch", "sequence"], m.random.integers(0, 20, (2, 6)))
    width = 16
    shape = m.add("Shape", [ids], "shape")
    length = m.add("Gather", [shape, m.constant("one", np.int64(1))], "length", axis=0)
    place = m.add("Range",
                  [m.constant("zero", np.int64(0)), length, m.constant("step", np.int64(1))],
                  "place")
    token = m.add("Gather", [m.weight("wte", 20, width), ids], "token")
    position = m.add("Gather", [m.weight("wpe", 10, width), place], "position")
    x = m.add("Add", [token, position], "embedded")
    row = m.add("Unsqueeze", [place, m.constant("axis1", np.int64([1]))], "row")
    ahead = m.add("Less", [row, place], "ahead")
    mask = m.add("Where",
                 [ahead, m.constant("low", np.float32(-1e9)), m.constant("none", np.float32(0))],
                 "mask")
    y = attention(m, layer_norm(m, x, "norm1", width), "attention", width, 2, mask)
    x = m.add("Add", [x, y], "residual1")
    y = linear(m, layer_norm(m, x, "norm2", width), "up", width, 32)
    y = linear(m, m.add("Mul", [y, m.add("Sigmoid", [y], "gate")], "silu"), "down", 32, width)
    x = layer_norm(m, m.add("Add", [x, y], "residual2"), "norm3", width)
    m.output(m.add("MatMul", [x, m.weight("head", width, 20)], "logits"))
    m.write(path)


def recurrent(path):
    m = Writer(8)
    x = m.input("x", [5, "batch", 4], m.floats(5, 3, 4))
    for op, gates in (("LSTM", 4), ("GRU", 3)):
        weights = [m.weight(f"{op}.w", 2, gates * 6, 4), m.weight(f"{op}.r", 2, gates * 6, 6),
                   m.weight(f"{op}.b", 2, gates * 12)]
        m.nodes.append(helper.make_node(op, [x] + weights, [f"{op}_all", f"{op}_last"], op,
                                        direction="bidirectional", hidden_size=6))
        m.output(f"{op}_all")
        m.output(f"{op}_last")
    m.write(path)


def quantised(path):
    m = Writer(9)
    x = m.input("x", [1, 3, 8, 8], m.floats(1, 3, 8, 8))
    scale, zero = m.constant("scale", np.float32(0.05)), m.constant("zero", np.uint8(128))
    m.constant("w.scale", m.random.uniform(0.01, 0.02, 4).astype(np.float32))
    m.constant("w.zero", np.zeros(4, np.int8))
    m.constant("w", m.random.integers(-100, 100, (4, 3, 3, 3)).astype(np.int8))
    x = m.add("QuantizeLinear", [x, scale, zero], "x.q")
    x = m.add("DequantizeLinear", [x, scale, zero], "x.dq")
    w = m.add("DequantizeLinear", ["w", "w.scale", "w.zero"], "w.dq", axis=0)
    y = m.add("Conv", [x, w], "conv", pads=[1, 1, 1, 1])
    m.output(m.add("GlobalMaxPool", [y], "features"))
    for name, numbers in (("zeros", m.input("zeros", [4], np.zeros(4, np.float32))),
                          ("features", "features")):
        outputs = [f"{name}.{part}" for part in ("bytes", "scale", "zero")]
        m.nodes.append(helper.make_node("DynamicQuantizeLinear", [numbers], outputs,
                                        f"{name}.quantised"))
        m.outputs += outputs
    m.write(path)


def indexing(path):
    """Ops that move, select and order elements."""
    m = Writer(10)
    x = m.input("x", [4, 6], m.floats(4, 6))
    i = m.input("i", [3, 6], m.random.integers(-4, 4, (3, 6)))
    nd = m.input("nd", [2, 3, 2], np.int64([[[0, 1], [3, 5], [-1, 0]], [[2, 2], [1, -6], [0, 0]]]))
    updates = m.input("updates", [3, 6], m.floats(3, 6))
    m.nodes.append(helper.make_node("TopK", [x, m.constant("k", np.int64([3]))],
                                    ["highest", "places"], "topk", axis=1))
    m.nodes.append(helper.make_node("TopK", [x, "k"], ["lowest", "lowest_places"], "bottomk",
                                    axis=0, largest=0))
    for name in ("highest", "places", "lowest", "lowest_places"):
        m.output(name)
    m.output(m.add("GatherElements", [x, i], "picked", axis=0))
    m.output(m.add("GatherND", [x, nd], "points"))
    m.output(m.add("ScatterElements", [x, i, updates], "added", axis=0, reduction="add"))
    rows = m.constant("rows", np.int64([[2], [0]]))
    m.output(m.add("ScatterND", [x, rows, m.weight("parts", 2, 6)], "replaced"))
    m.output(m.add("OneHot", [m.constant("classes", np.int64([1, -1, 7])),
                              m.constant("depth", np.int64(4)),
                              m.constant("off_on", np.float32([-1, 2]))], "hot"))
    bounds = [m.constant(n, np.int64(v)) for n, v in
              (("starts", [-1, 1]), ("ends", [-9, 6]), ("axes", [0, 1]), ("steps", [-2, 3]))]
    m.output(m.add("Slice", [x, *bounds], "backwards"))
    m.output(m.add("Pad", [x, m.constant("pads", np.int64([1, 2, 0, 3]))], "mirrored",
                   mode="reflect"))
    m.output(m.add("Pad", [x, m.constant("cut", np.int64([0, -1, 1, 2])),
                           m.constant("fill", np.float32(-7))], "filled"))
    m.output(m.add("Tile", [x, m.constant("repeats", np.int64([2, 1]))], "tiled"))
    m.output(m.add("Einsum", [x, updates], "paired", equation="ab,cb->ca"))
    wide = m.add("Reshape", [x, m.constant("image", np.int64([1, 1, 4, 6]))], "wide")
    m.output(m.add("Resize", [wide, "", m.constant("scales", np.float32([1, 1, 1.5, 0.6]))],
                   "cubic", mode="cubic", coordinate_transformation_mode="half_pixel"))
    m.write(path)


def integers(path):
    """Integers that wrap, shift and saturate; sums that meet infinity."""
    m = Writer(11)
    a = m.input("a", [2, 8], m.random.integers(0, 256, (2, 8)).astype(np.uint8))
    b = m.input("b", [8], np.arange(8, dtype=np.uint8))
    c = m.input("c", [2, 8], m.random.integers(-50, 50, (2, 8)).astype(np.int32))
    d = m.input("d", [8], np.int32([3, -3, 7, -7, 2, -2, 11, 5]))
    infinite = m.floats(2, 5)
    infinite[0, 3], infinite[1, 1] = np.inf, -np.inf
    f = m.input("f", [2, 5], infinite)
    for op, direction in (("BitShift", "LEFT"), ("BitShift", "RIGHT")):
        m.output(m.add(op, [a, b], f"shift_{direction.lower()}", direction=direction))
    m.output(m.add("Div", [c, d], "toward_zero"))
    m.output(m.add("Mod", [c, d], "remainder"))
    m.output(m.add("Mod", [c, d], "c_remainder", fmod=1))
    for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
        m.output(m.add(op, [c, d], op))
    m.output(m.add("BitwiseNot", [c], "complement"))
    m.output(m.add("Cast", [c], "wrapped", to=TensorProto.UINT8))
    m.output(m.add("CumSum", [f, m.constant("axis", np.int64(1))], "running"))
    m.output(m.add("CumSum", [f, "axis"], "running_back", reverse=1, exclusive=1))
    m.output(m.add("IsInf", [f], "infinite", detect_negative=0))
    scale = m.constant("scale", np.float32([0.02]))
    zero = m.constant("zero", np.uint8([120]))
    w = m.constant("w", m.random.integers(0, 256, (8, 3)).astype(np.uint8))
    m.output(m.add("QLinearMatMul", [a, scale, zero, w, scale, zero,
                                     m.constant("out.scale", np.float32([0.5])), zero], "product"))
    m.write(path)


def integer_products(path):
    """Products of 8-bit integers: every pair of types, zero points by row and column, batches."""
    m = Writer(21)

    def numbers(name, dtype, *shape):
        limits = np.iinfo(dtype)
        array = m.random.integers(limits.min, limits.max + 1, shape).astype(dtype)
        return m.input(name, list(shape), array)

    for a in (np.uint8, np.int8):
        for b in (np.uint8, np.int8):
            name = f"{a.__name__}_{b.__name__}"
            x, y = numbers(f"{name}.x", a, 9, 50), numbers(f"{name}.y", b, 50, 70)
            zeros = [m.constant(f"{name}.p", a(5)), m.constant(f"{name}.q", b(7))]
            m.output(m.add("MatMulInteger", [x, y], f"{name}.plain"))
            m.output(m.add("MatMulInteger", [x, y, *zeros], f"{name}.centred"))
    x, y = numbers("x", np.uint8, 9, 50), numbers("y", np.int8, 50, 70)
    rows, columns = numbers("rows", np.uint8, 9, 1), numbers("columns", np.int8, 70)
    m.output(m.add("MatMulInteger", [x, y, rows, columns], "of_rows_and_columns"))
    m.output(m.add("MatMulInteger", [x, y, "", columns], "of_columns"))
    m.output(m.add("MatMulInteger", [numbers("batch", np.uint8, 3, 4, 50), y, "uint8_int8.p"],
                   "batched"))
    m.output(m.add("MatMulInteger", ["batch", numbers("other", np.int8, 3, 50, 6),
                                     "uint8_int8.p", "uint8_int8.q"], "pairs"))
    m.output(m.add("MatMulInteger", [numbers("vector", np.uint8, 50), y, "uint8_int8.p"],
                   "of_a_vector"))
    scales = [m.constant(f"scale{i}", np.float32(v)) for i, v in enumerate((0.02, 0.03, 3.5))]
    m.output(m.add("QLinearMatMul", [x, scales[0], "uint8_int8.p", y, scales[1], "uint8_int8.q",
                                     scales[2], "uint8_int8.p"], "quantised"))
    m.write(path, reference=True)


def integer_convolutions(path):
    """Convolutions of 8-bit integers whose sums are beyond the integers that float32 holds."""
    m = Writer(23)

    def large(name, dtype, *shape):
        most = np.iinfo(dtype).max
        return m.input(name, list(shape), m.random.integers(most - 20, most + 1, shape, dtype))

    x, few = large("x", np.uint8, 2, 80, 4, 5), large("few", np.uint8, 1, 6, 5, 4)
    w, plain = large("w", np.int8, 3, 80, 3, 3), large("plain", np.uint8, 4, 80, 3, 3)
    zeros = [m.constant("p", np.uint8(3)), m.constant("q", np.int8(-5))]
    m.output(m.add("ConvInteger", [x, w], "signed"))
    m.output(m.add("ConvInteger", [x, w, *zeros], "centred", pads=[1, 1, 1, 1]))
    m.output(m.add("ConvInteger", [x, plain], "unsigned", strides=[2, 1], dilations=[1, 2]))
    m.output(m.add("ConvInteger", [few, large("each", np.uint8, 6, 1, 2, 2)], "alone", group=6))
    m.output(m.add("ConvInteger", [large("long", np.uint8, 1, 1200, 3, 3),
                                   large("long_w", np.uint8, 2, 1200, 3, 3)], "deep"))
    m.write(path, reference=True)


def sampling(path):
    """Images sampled at computed places, in every mode and continuation."""
    m = Writer(12, opset=20)
    x = m.input("x", [2, 3, 5, 4], m.floats(2, 3, 5, 4))
    theta = m.input("theta", [2, 2, 3], m.random.uniform(-1.2, 1.2, (2, 2, 3)).astype(np.float32))
    for aligned in (0, 1):
        grid = m.add("AffineGrid", [theta, m.constant(f"size{aligned}", np.int64([2, 3, 6, 7]))],
                     f"grid{aligned}", align_corners=aligned)
        m.output(grid)
        for mode in ("linear", "nearest", "cubic"):
            for outside in ("zeros", "border", "reflection"):
                m.output(m.add("GridSample", [x, grid], f"{mode}_{outside}_{aligned}", mode=mode,
                               padding_mode=outside, align_corners=aligned))
    m.write(path)


def loops(path):
    """A Scan with two sequences, one backwards, that reads a weight; a Loop that counts."""
    m = Writer(13)
    start = m.input("start", [3], m.floats(3))
    rows = m.input("rows", [4, 3], m.floats(4, 3))
    columns = m.input("columns", [3, 4], m.floats(3, 4))
    m.weight("mix", 3, 3)
    value = helper.make_tensor_value_info
    body = helper.make_graph(
        [helper.make_node("MatMul", ["state", "mix"], ["mixed"]),
         helper.make_node("Add", ["mixed", "row"], ["total"]),
         helper.make_node("Tanh", ["total"], ["next"]),
         helper.make_node("Mul", ["next", "column"], ["made"])], "step",
        [value(name, TensorProto.FLOAT, [3]) for name in ("state", "row", "column")],
        [value(name, TensorProto.FLOAT, [3]) for name in ("next", "made")])
    m.nodes.append(helper.make_node("Scan", [start, rows, columns], ["last", "all"], "scan",
                                    body=body, num_scan_inputs=2, scan_input_axes=[0, 1],
                                    scan_input_directions=[0, 1], scan_output_axes=[1],
                                    scan_output_directions=[1]))
    counted = helper.make_graph(
        [helper.make_node("Identity", ["condition"], ["goes_on"]),
         helper.make_node("Cast", ["i"], ["number"], to=TensorProto.FLOAT),
         helper.make_node("Add", ["before", "number"], ["after"]),
         helper.make_node("Identity", ["before"], ["kept"])], "count",
        [value("i", TensorProto.INT64, []), value("condition", TensorProto.BOOL, []),
         value("before", TensorProto.FLOAT, [3])],
        [value("goes_on", TensorProto.BOOL, []), value("after", TensorProto.FLOAT, [3]),
         value("kept", TensorProto.FLOAT, [3])])
    m.nodes.append(helper.make_node("Loop", [m.constant("trips", np.int64(5)), "", start],
                                    ["counted", "history"], "loop", body=counted))
    for name in ("last", "all", "counted", "history"):
        m.output(name)
    m.write(path)


def narrow(path):
    """Weights of 4 bits in blocks, and casts to 4 bits."""
    m = Writer(14, opset=21)
    x = m.input("x", [2, 10], m.floats(2, 10) * 3)
    w = helper.make_tensor("w", TensorProto.INT4, [10, 3], m.random.integers(-8, 8, 30))
    zero = helper.make_tensor("w.zero", TensorProto.INT4, [3, 3], m.random.integers(-2, 3, 9))
    m.weights += [w, zero]
    m.constant("w.scale", m.random.uniform(0.05, 0.2, (3, 3)).astype(np.float32))
    wide = m.add("DequantizeLinear", ["w", "w.scale", "w.zero"], "w.dq", axis=0, block_size=4)
    m.output(m.add("MatMul", [x, wide], "product"))
    whole = m.add("Round", [m.add("Clip", [x, m.constant("least", np.float32(-8)),
                                           m.constant("most", np.float32(7))], "limited")], "whole")
    small = m.add("Cast", [whole], "small", to=TensorProto.INT4)
    m.output(m.add("Cast", [small], "rounded", to=TensorProto.FLOAT))
    level = m.add("QuantizeLinear", [x, m.constant("scale", np.float32(0.3))], "level",
                  output_dtype=TensorProto.UINT4)
    m.output(m.add("Cast", [level], "levels", to=TensorProto.INT32))
    m.write(path)


def spectra(path):
    """Fourier transforms, arc functions, reversed sequences, centred crops."""
    m = Writer(15, opset=20)
    x = m.input("x", [2, 7, 1], m.floats(2, 7, 1))
    angle = m.input("angle", [9], np.linspace(-1, 1, 9).astype(np.float32))
    y = m.input("y", [2, 4, 3], m.floats(2, 4, 3))
    length, axis = m.constant("length", np.int64(8)), m.constant("axis", np.int64(1))
    m.output(m.add("DFT", [x, "", axis], "spectrum"))
    half = m.add("DFT", [x, length, axis], "half", onesided=1)
    m.output(half)
    m.output(m.add("DFT", ["spectrum", "", axis], "back", inverse=1))
    for op in ("Asin", "Acos", "Atan"):
        m.output(m.add(op, [angle], op.lower()))
    m.output(m.add("ReverseSequence", [y, m.constant("lengths", np.int64([3, 1]))], "reversed",
                   batch_axis=0, time_axis=1))
    m.output(m.add("CenterCropPad", [y, m.constant("crop", np.int64([2, 6]))], "centred",
                   axes=[1, 2]))
    m.write(path)


def steps(path):
    """A quotient of the length, which is the same for neighbouring lengths."""
    m = Writer(31)
    x = m.input("x", ["batch", "sequence", 3], m.floats(2, 9, 3))
    shape, one = m.add("Shape", [x], "shape"), m.constant("one", np.int64(1))
    length = m.add("Gather", [shape, one], "length")
    quarter = m.add("Div", [length, m.constant("four", np.int64(4))], "quarter")
    m.output(m.add("Mul", [x, m.add("Cast", [quarter], "factor", to=1)], "scaled"))
    m.write(path)


def window(path):
    """Sums over earlier tokens that are near, and positions up to a limit; short ones: all."""
    m = Writer(36)
    x = m.input("x", ["batch", "sequence", 3], m.floats(2, 9, 3))
    one = m.constant("one", np.int64(1))
    length = m.add("Gather", [m.add("Shape", [x], "shape"), one], "length")
    positions = m.add("Range", [m.constant("zero", np.int64(0)), length, one], "positions")
    rows, columns = (m.add("Unsqueeze", [positions, m.constant(f"{name}.axis", np.int64([axis]))],
                           name) for axis, name in ((1, "rows"), (0, "columns")))
    apart = m.add("Sub", [rows, columns], "apart")
    near = m.add("Less", [apart, m.constant("most", np.int64(90))], "near")
    earlier = m.add("GreaterOrEqual", [apart, m.constant("least", np.int64(0))], "earlier")
    mask = m.add("Cast", [m.add("And", [near, earlier], "mask")], "weights", to=1)
    m.output(m.add("MatMul", [mask, x], "sums"))
    limited = m.add("Min", [positions, m.constant("limit", np.int64(100))], "limited")
    column = m.add("Unsqueeze", [m.add("Cast", [limited], "numbers", to=1), "rows.axis"], "column")
    m.output(m.add("Add", [x, column], "moved"))
    m.write(path)


MODELS = (mlp, lenet, resnet_block, depthwise, unet, bert, gpt, recurrent, quantised, indexing,
          integers, integer_products, integer_convolutions, sampling, loops, narrow, spectra,
          steps, window)


def main(folder):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for model in MODELS:
        model(pathlib.Path(folder, model.__name__))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "models")
