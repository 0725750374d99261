# SPDX-License-Identifier: Apache-2.0
"""Writes small models of ops that whole networks rarely have, with ONNX Runtime's outputs.

Run by ./dev test-frameworks; needs what write_models.py needs, and its form of files.
"""

import pathlib
import sys

import numpy as np
from onnx import TensorProto, helper

from write_models import Writer

value = helper.make_tensor_value_info


def layers(path):
    """Recurrent layers of sequences of different lengths, with clip and other activations."""
    m = Writer(20, opset=14)
    x = m.input("x", [5, 3, 4], m.floats(5, 3, 4) * 2)
    fed = m.input("lengths", [3], np.int32([2, 5, 0]))
    fixed = m.constant("fixed", np.int32([5, 1, 3]))
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}

    def layer(op, name, lengths, direction, **attributes):
        sides, size = (2 if direction == "bidirectional" else 1), gates[op] * 6
        inputs = [x, m.weight(f"{name}.w", sides, size, 4), m.weight(f"{name}.r", sides, size, 6),
                  m.weight(f"{name}.b", sides, 2 * size), lengths]
        if attributes.pop("states", False):
            inputs += [m.weight(f"{name}.h0", sides, 3, 6)]
            inputs += [m.weight(f"{name}.c0", sides, 3, 6)] if op == "LSTM" else []
        if attributes.pop("peepholes", False):
            inputs += [m.weight(f"{name}.p", sides, 18)]
        results = [f"{name}_all", f"{name}_last"] + ([f"{name}_cell"] if op == "LSTM" else [])
        m.nodes.append(helper.make_node(op, inputs, results, name, direction=direction,
                                        hidden_size=6, **attributes))
        m.outputs.extend(results)

    layer("LSTM", "lstm_two", fed, "bidirectional", states=True, peepholes=True)
    layer("LSTM", "lstm_clip", "", "forward", clip=0.3, states=True, peepholes=True)
    layer("LSTM", "lstm_coupled", fixed, "reverse", input_forget=1,
          activations=["HardSigmoid", "Softsign", "Affine"], activation_alpha=[0.3, 0.5],
          activation_beta=[0.4, 0.1])
    layer("GRU", "gru_back", fed, "reverse", states=True, linear_before_reset=1)
    layer("GRU", "gru_clip", fixed, "bidirectional", clip=0.4,
          activations=["Sigmoid", "LeakyRelu", "HardSigmoid", "Elu"],
          activation_alpha=[0.2, 0.3, 0.7], activation_beta=[0.6])
    layer("RNN", "rnn_two", fixed, "bidirectional", activations=["ScaledTanh", "ThresholdedRelu"],
          activation_alpha=[0.8, 0.2], activation_beta=[1.5])
    layer("RNN", "rnn_clip", fed, "forward", clip=0.5, activations=["Softplus"], states=True)
    m.write(path)


def loop_of(m, name, inputs, results, nodes, states, outputs):
    """A Loop node with states and outputs of shapes by name, of float32."""
    def typed(names):
        return [value(each, TensorProto.FLOAT, shape) for each, shape in names.items()]
    before = {f"{name}.{each}": shape for each, shape in states.items()}
    after = {f"{name}.{each}.next": shape for each, shape in states.items()}
    made = {f"{name}.{each}": shape for each, shape in outputs.items()}
    body = helper.make_graph(
        nodes, name, [value(f"{name}.i", TensorProto.INT64, []),
                      value(f"{name}.before", TensorProto.BOOL, [])] + typed(before),
        [value(f"{name}.after", TensorProto.BOOL, [])] + typed(after) + typed(made))
    m.nodes.append(helper.make_node("Loop", inputs, results, name, body=body))
    m.outputs += results


def conditions(path):
    """Loops without iterations, and loops that their conditions end."""
    m = Writer(21)
    x = m.input("x", [3], np.float32([1, -2, 3]))
    go = m.input("go", [], np.array(True))
    stop = m.input("stop", [], np.array(False))
    none, five = m.constant("none", np.int64(0)), m.constant("five", np.int64(5))
    most = m.constant("most", np.int64(2**63 - 1))
    false, two = m.constant("false", np.bool_(False)), m.constant("two", np.int64(2))
    limit = m.constant("limit", np.float32(20))

    def body(name, *condition):
        return [helper.make_node("Add", [f"{name}.s", f"{name}.s"], [f"{name}.s.next"]),
                helper.make_node("Mul", [f"{name}.s", x], [f"{name}.made"]), *condition]

    def same(name):
        return helper.make_node("Identity", [f"{name}.before"], [f"{name}.after"])

    def counted(name):
        return helper.make_node("Less", [f"{name}.i", two], [f"{name}.after"])

    def measured(name):
        return [helper.make_node("ReduceMax", [f"{name}.s.next"], [f"{name}.top"], keepdims=0),
                helper.make_node("Less", [f"{name}.top", limit], [f"{name}.after"])]

    states, made = {"s": [3]}, {"made": [3]}
    for name, inputs, condition in (
            ("no_trips", [none, "", x], [same]), ("no_start", [five, false, x], [same]),
            ("three", [five, "", x], [counted]), ("while_counted", [most, "", x], [counted]),
            ("unlimited", ["", "", x], [counted])):
        loop_of(m, name, inputs, [f"{name}_last", f"{name}_all"],
                body(name, *[each(name) for each in condition]), states, made)
    for name, inputs in (("measured", [five, "", x]), ("started", [five, go, x]),
                         ("stopped", [five, stop, x])):
        loop_of(m, name, inputs, [f"{name}_last"], body(name, *measured(name)), states, {})
    for name, inputs in (("kept", [five, stop, x]), ("run", [five, go, x])):
        loop_of(m, name, inputs, [f"{name}_last"], body(name, same(name)), states, {})
    m.write(path)


def nothing(path):
    """Tensors without elements: reductions, tiles, selections."""
    m = Writer(22, opset=20)
    x = m.input("x", [2, 0, 3], np.zeros((2, 0, 3), np.float32))
    y = m.input("y", [2, 3], m.floats(2, 3))
    whole = m.input("whole", [2, 0], np.zeros((2, 0), np.int64))
    small = m.input("small", [0], np.zeros(0, np.uint8))
    axis = m.constant("axis", np.int64([1]))
    for op in ("Max", "Min", "Sum", "Prod", "L1", "L2", "SumSquare", "LogSum", "LogSumExp"):
        m.output(m.add(f"Reduce{op}", [x, axis], f"{op}.kept"))
        m.output(m.add(f"Reduce{op}", [x], f"{op}.all", keepdims=0))
    for op in ("Max", "Min"):
        m.output(m.add(f"Reduce{op}", [whole, axis], f"{op}.whole", keepdims=0))
        m.output(m.add(f"Reduce{op}", [small], f"{op}.small"))
    m.output(m.add("Tile", [y, m.constant("repeats", np.int64([0, 2]))], "tiled"))
    m.output(m.add("Reshape", [x, m.constant("shape", np.int64([3, 0, 4]))], "shaped",
                   allowzero=1))
    m.output(m.add("Gather", [y, m.constant("no.rows", np.zeros((0, 2), np.int64))], "gathered"))
    m.output(m.add("Compress", [y, m.constant("no.columns", np.bool_([0, 0, 0]))], "compressed",
                   axis=1))
    m.output(m.add("Concat", [x, x], "joined", axis=1))
    m.output(m.add("Transpose", [x], "turned"))
    images = m.input("images", [0, 4, 7, 6], np.zeros((0, 4, 7, 6), np.float32))
    m.output(m.add("Conv", [images, m.weight("filters", 6, 4, 3, 2), m.weight("bias", 6)], "seen",
                   strides=[2, 1], pads=[1, 0, 1, 2]))
    m.output(m.add("Conv", [images, m.weight("halves", 6, 2, 3, 3)], "seen.halves", group=2))
    m.output(m.add("ConvTranspose", [images, m.weight("spread", 4, 3, 2, 2)], "larger",
                   strides=[2, 2]))
    m.output(m.add("AveragePool", [images], "mean", kernel_shape=[2, 2], ceil_mode=1,
                   strides=[2, 2]))
    m.output(m.add("LpPool", [images], "norm", kernel_shape=[3, 2]))
    m.nodes.append(helper.make_node("MaxPool", [images], ["top", "top.places"], "top",
                                    kernel_shape=[2, 3]))
    m.outputs += ["top", "top.places"]
    m.write(path)


def equations(path):
    """Einsum with ellipses, diagonals and lengths of 1; Hardmax over several dimensions."""
    m = Writer(23, opset=12)
    a = m.input("a", [2, 3, 3, 4], m.floats(2, 3, 3, 4))
    b = m.input("b", [3, 4, 2], m.floats(3, 4, 2))
    c = m.input("c", [3, 1], m.floats(3, 1))
    d = m.input("d", [4, 5, 4], m.floats(4, 5, 4))
    e = m.input("e", [2, 2, 2], m.floats(2, 2, 2))
    for i, (equation, inputs) in enumerate((
            ("...ij,...jk->...ik", [a, "w"]), ("...ij,...jk", [a, "w"]), ("b...->...b", [a]),
            ("i...i->...i", [d]), ("iji->j", [d]), ("iii->i", [e]), ("iii", [e]),
            ("...ii->...", [e]), ("bijk,jm->bikm", [a, c]), ("ab...,bc,...->...ca", [a, "g", "h"]),
            ("bCa,bC->aC", [b, "b2"]), ("...,...->...", [a, "a4"]))):
        m.output(m.add("Einsum", inputs, f"einsum{i}", equation=equation))
    m.constant("w", m.floats(1, 3, 4, 2))
    m.constant("g", m.floats(3, 2))
    m.constant("h", m.floats(3, 4))
    m.constant("b2", m.floats(3, 4))
    m.constant("a4", m.floats(1, 1, 3, 4))
    steps = m.input("steps", [2, 3, 2], np.float32([[[1, 4], [4, 0], [2, 2]],
                                                    [[-1, -1], [-3, 0], [5, 5]]]))
    for axis in (0, 1, 2, -2):
        m.output(m.add("Hardmax", [steps], f"hardmax{axis % 9}", axis=axis))
    m.write(path)


def windows(path):
    """Overlapping windows added up, places of maxima, regions of images."""
    m = Writer(24, opset=18)
    columns = m.input("columns", [2, 12, 12], m.floats(2, 12, 12))
    m.constant("image", np.int64([6, 8]))
    m.output(m.add("Col2Im", [columns, "image", m.constant("block", np.int64([2, 3]))], "folded",
                   strides=[2, 1], dilations=[1, 2], pads=[0, 0, 1, 0]))
    m.output(m.add("Col2Im", [columns, m.constant("row", np.int64([23])),
                              m.constant("four", np.int64([4]))], "line", strides=[2], pads=[2, 1]))
    x = m.input("x", [2, 3, 7, 6], np.round(m.floats(2, 3, 7, 6) * 2))
    line = m.input("signal", [1, 2, 9], m.floats(1, 2, 9))
    cube = m.input("cube", [1, 2, 3, 4, 5], m.floats(1, 2, 3, 4, 5))
    small = m.input("small", [1, 1, 4, 4], m.random.integers(0, 9, (1, 1, 4, 4)).astype(np.uint8))
    for i, (image, kernel, more) in enumerate((
            (x, [2, 3], {}), (x, [3, 3], {"pads": [1, 1, 1, 1], "strides": [2, 2]}),
            (x, [2, 2], {"storage_order": 1, "strides": [2, 2], "ceil_mode": 1}),
            (x, [3, 2], {"dilations": [2, 3], "pads": [1, 0, 2, 1]}), (line, [3], {"pads": [2, 1]}),
            (cube, [2, 2, 3], {"storage_order": 1, "strides": [1, 2, 1]}),
            (x, [3, 3], {"auto_pad": "SAME_UPPER", "strides": [2, 3]}), (small, [2, 2], {}))):
        names = [f"pooled{i}", f"places{i}"]
        m.nodes.append(helper.make_node("MaxPool", [image], names, f"pool{i}",
                                        kernel_shape=kernel, **more))
        m.outputs += names
    m.output(m.add("MaxUnpool", ["pooled1", "places1"], "unpooled", kernel_shape=[3, 3],
                   strides=[2, 2], pads=[1, 1, 1, 0]))
    wide = m.input("wide", [1, 2, 16, 20], m.floats(1, 2, 16, 20))
    m.nodes.append(helper.make_node("MaxPool", [wide], ["wide.pooled", "wide.places"], "wide.pool",
                                    kernel_shape=[2, 2], strides=[2, 2]))
    m.output(m.add("MaxUnpool", ["wide.pooled", "wide.places"], "wide.again", kernel_shape=[2, 2],
                   strides=[2, 2]))
    images = {mode: m.input(f"picture.{mode}", [2, 2, 6, 7], m.floats(2, 2, 6, 7))
              for mode in ("avg", "max")}
    rois = np.float32([[0, 0, 5, 4], [1.2, 0.4, 9.5, 7], [-3, -2, 1, 1], [4, 3, 3.5, 5],
                       [2, 2, 2, 2]])
    fed = m.input("regions", [5, 4], rois)
    m.constant("fixed", rois)
    m.constant("batches", np.int64([1, 0, 0, 1, 1]))
    for mode, image in images.items():
        for place in ("half_pixel", "output_half_pixel"):
            for ratio, regions in ((2, fed), (0, "fixed")):
                m.output(m.add("RoiAlign", [image, regions, "batches"], f"{mode}_{place}_{ratio}",
                               mode=mode, coordinate_transformation_mode=place, output_height=3,
                               output_width=2, sampling_ratio=ratio, spatial_scale=0.8))
    m.write(path)


def scaled(path):
    """Resize with antialiasing, and with a part of the image."""
    m = Writer(25, opset=19)
    x = m.input("x", [1, 2, 7, 9], m.floats(1, 2, 7, 9))
    scales = m.constant("scales", np.float32([1, 1, 0.5, 0.4]))
    m.constant("sizes", np.int64([1, 2, 4, 12]))
    for mode in ("linear", "cubic"):
        for kept in (0, 1):
            m.output(m.add("Resize", [x, "", scales], f"{mode}_{kept}", mode=mode, antialias=1,
                           exclude_outside=kept))
            m.output(m.add("Resize", [x, "", "", "sizes"], f"{mode}_sizes_{kept}", mode=mode,
                           antialias=1, exclude_outside=kept))
    m.constant("roi", np.float32([0, 0, 0.4, -0.1, 1, 1, 0.9, 1.2]))
    m.constant("roi.rows", np.float32([0.25, 0.75]))
    for mode in ("nearest", "linear", "cubic"):
        m.output(m.add("Resize", [x, "roi", "", "sizes"], f"{mode}_crop", mode=mode,
                       coordinate_transformation_mode="tf_crop_and_resize",
                       extrapolation_value=7.0))
        m.output(m.add("Resize", [x, "roi.rows", "", m.constant(f"{mode}.rows", np.int64([1]))],
                       f"{mode}_row", mode=mode, axes=[2],
                       coordinate_transformation_mode="tf_crop_and_resize"))
    m.write(path)


def upsampled(path):
    m = Writer(26, opset=8)
    x = m.input("x", [1, 2, 3, 4], m.floats(1, 2, 3, 4))
    for mode in ("nearest", "linear"):
        m.output(m.add("Upsample", [x], mode, mode=mode, scales=[1.0, 1.0, 2.0, 1.5]))
    m.write(path)


def shrunk(path):
    """The first Resize, which takes the next pixel."""
    m = Writer(40, opset=10)
    x = m.input("x", [1, 1, 4, 7], m.floats(1, 1, 4, 7))
    for name, scale in (("less", 0.6), ("half", 0.5), ("more", 1.7)):
        m.output(m.add("Resize", [x, m.constant(f"{name}.scales", np.float32([1, 1, scale, 0.6]))],
                       name, mode="nearest"))
    m.write(path)


def integer_images(path):
    """Means of integers, rounded and saturated."""
    m = Writer(41, opset=19)
    pixels = m.input("pixels", [1, 1, 2, 3], np.uint8([[[[10, 200, 255], [100, 50, 0]]]]))
    wide = m.input("wide", [1, 1, 2, 2], np.int32([[[[70001, -7], [3, -60000]]]]))
    scales = m.constant("scales", np.float32([1, 1, 2, 1.5]))
    for mode in ("linear", "cubic"):
        m.output(m.add("Resize", [pixels, "", scales], f"pixels_{mode}", mode=mode))
        m.output(m.add("Resize", [pixels, "", scales], f"pixels_{mode}_inside", mode=mode,
                       exclude_outside=int(mode == "cubic")))
        m.output(m.add("Resize", [wide, "", scales], f"wide_{mode}", mode=mode))
    m.write(path, reference=True)


def edges(path):
    """Windows that are larger than the image, edges that are cut and repeated, blocks of a list."""
    m = Writer(42, opset=21)
    x = m.input("x", [1, 1, 7], m.floats(1, 1, 7))
    for op in ("MaxPool", "AveragePool", "LpPool"):
        m.output(m.add(op, [x], op.lower(), kernel_shape=[8], strides=[3], ceil_mode=1))
    for mode in ("wrap", "edge", "constant"):
        for name, pads in (("right", [0, 0, -1, 0, 0, 2]), ("left", [0, 0, 2, 0, 0, -2])):
            m.output(m.add("Pad", [x, m.constant(f"{mode}.{name}.pads", np.int64(pads))],
                           f"{mode}_{name}", mode=mode))
    line = m.input("line", [6], m.floats(6))
    scale = m.constant("scale", np.float32([0.1, 0.5, 0.02]))
    zero = m.constant("zero", np.uint8([3, 100, 128]))
    bytes_of = m.add("QuantizeLinear", [line, scale, zero], "bytes", axis=0, block_size=2)
    m.output(bytes_of)
    m.output(m.add("DequantizeLinear", [bytes_of, scale, zero], "back", axis=0, block_size=2))
    m.write(path)


def zeros(path):
    """Norms of zeros, and attention of a query that may see no key."""
    m = Writer(43, opset=23)
    x = m.input("x", [3, 4], np.concatenate([m.floats(2, 4), np.zeros((1, 4), np.float32)]))
    m.output(m.add("ReduceL2", [x, m.constant("axes", np.int64([1]))], "norms"))
    for p in (1, 2):
        m.output(m.add("LpNormalization", [x], f"unit_{p}", p=p, axis=1))
    tokens = m.add("Reshape", [x, m.constant("heads", np.int64([1, 1, 3, 4]))], "tokens")
    mask = m.constant("mask", np.array([[True, False, True], [False] * 3, [True] * 3]))
    m.output(m.add("Attention", [tokens, tokens, tokens, mask], "attended"))
    m.write(path)


def frames(path):
    """Spectra of frames, determinants, batch statistics, 64-bit integers."""
    m = Writer(27, opset=18)
    signal = m.input("signal", [2, 20, 1], m.floats(2, 20, 1))
    step, length = m.constant("step", np.int64(3)), m.constant("length", np.int64(8))
    window = m.weight("window", 8)
    m.output(m.add("STFT", [signal, step, window], "windowed"))
    m.output(m.add("STFT", [signal, step, window, length], "sides", onesided=0))
    m.output(m.add("STFT", [signal, step, "", length], "plain"))
    several = m.floats(2, 3, 4, 4)
    several[0, 1, 0] = 0
    several[1, 2, :, 0] = several[1, 2, :, 3]
    m.output(m.add("Det", [m.input("matrices", [2, 3, 4, 4], several)], "volumes"))
    m.output(m.add("Det", [m.input("matrix", [3, 3], np.float32([[0, 2, 1], [1, 0, 0],
                                                                 [4, 3, 0]]))], "volume"))
    x = m.input("x", [4, 3, 5], m.floats(4, 3, 5))
    rest = [m.weight(name, 3) for name in ("scale", "shift", "mean")]
    rest.append(m.constant("variance", np.float32([0.5, 1, 2])))
    m.nodes.append(helper.make_node("BatchNormalization", [x, *rest], ["y", "y.mean", "y.variance"],
                                    "norm", training_mode=1, momentum=0.7))
    m.outputs += ["y", "y.mean", "y.variance"]
    a = m.input("a", [4], np.uint64([2**64 - 1, 2**63 + 5, 12345678901234567890, 7]))
    b = m.input("b", [4], np.uint64([2**63, 2**53 + 1, 2**40 - 1, 2**62 + 3]))
    for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
        m.output(m.add(op, [a, b], op))
    m.write(path)


def selections(path):
    """Results whose lengths depend on data."""
    m = Writer(29)
    corners = m.random.uniform(0, 4, (2, 9, 2))
    boxes = np.concatenate([corners, corners + m.random.uniform(0.5, 2.5, (2, 9, 2))], 2)
    boxes[0, 3] = boxes[0, 3, [2, 3, 0, 1]]  # the other corners
    boxes[1, 4] = boxes[1, 5]
    scores = m.random.uniform(0, 1, (2, 3, 9))
    scores[1, 0] = 0.05  # no box of this class
    scores[0, 2, 4:6] = 0.9  # a tie
    x = m.input("boxes", [2, 9, 4], boxes.astype(np.float32))
    y = m.input("scores", [2, 3, 9], scores.astype(np.float32))
    limits = [m.constant("most", np.int64([4])), m.constant("overlap", np.float32([0.3])),
              m.constant("least", np.float32([0.2]))]
    m.output(m.add("NonMaxSuppression", [x, y, *limits], "selected"))
    m.output(m.add("NonMaxSuppression", [x, y, "most", "overlap"], "by_centre",
                   center_point_box=1))
    m.output(m.add("NonMaxSuppression", [x, y, m.constant("more", np.int64([100]))], "apart"))
    z = m.input("z", [3, 4], np.float32([[0, 1, 0, 2], [0, 0, 0, 0], [-1, 0, 0, 3]]))
    m.output(m.add("NonZero", [z], "places"))
    kept = m.input("kept", [3], np.array([True, False, True]))
    wide = m.input("wide", [12], np.arange(12) % 5 == 1)
    none = m.input("none", [4], np.zeros(4, np.bool_))
    m.output(m.add("Compress", [z, kept], "rows", axis=0))
    m.output(m.add("Compress", [z, kept], "columns", axis=-1))
    m.output(m.add("Compress", [z, wide], "elements"))
    m.output(m.add("Compress", [z, none], "nothing", axis=1))
    parts = ["distinct", "firsts", "inverse", "times"]
    for name, array in (("words", np.int64([5, -1, 5, 2**53 + 1, 2**53, -1, 5, 0])),
                        ("numbers", np.float32([[2.5, -np.inf, 1], [1, 2.5, np.inf]]))):
        given = m.input(name, array.shape, array)
        for kept in (0, 1):
            names = [f"{name}.{part}.{kept}" for part in parts]
            m.nodes.append(helper.make_node("Unique", [given], names, f"{name}.{kept}",
                                            sorted=kept))
            m.outputs += names
    m.write(path)


def bytes_of_floats(path):
    """Casts to floats of 8 bits, and weights and activations that are quantised to them."""
    m = Writer(30, opset=19)
    edges = [0, -0.0, 1e-9, 448, 464, 465, 512, -500, 57344, 61439, 65536, 1e6, np.inf, -np.inf,
             np.nan, 2**-9, 2**-10, 1.5 * 2**-10, -(2**-16), 2**-17, 1.5 * 2**-17, 240, 247, 248,
             1.0625, 1.1875, 1.125, -1.3125, 2**-6 * 1.9375, 0.9999]
    wide = np.concatenate([edges, np.exp(m.random.uniform(-13, 6, 70))]).astype(np.float32)
    x = m.input("x", [100], wide)
    for kind in ("E4M3FN", "E4M3FNUZ", "E5M2", "E5M2FNUZ"):
        for saturate in (0, 1):
            name = f"{kind}_{saturate}"
            small = m.add("Cast", [x], f"{name}_small", to=getattr(TensorProto, f"FLOAT8{kind}"),
                          saturate=saturate)
            m.output(m.add("Cast", [small], name, to=TensorProto.FLOAT))
    kind = TensorProto.FLOAT8E4M3FN
    m.weights += [helper.make_tensor("w", kind, [4, 3], m.floats(12) * 50),
                  helper.make_tensor("zero", kind, [], [0.0])]
    scale = m.constant("scale", np.float32(0.02))
    m.output(m.add("DequantizeLinear", ["w", scale, "zero"], "weight"))
    y = m.input("y", [2, 4], m.floats(2, 4) * 3)
    level = m.add("QuantizeLinear", [y, scale, "zero"], "level")
    m.output(m.add("MatMul", [m.add("DequantizeLinear", [level, scale], "rounded"), "weight"],
                   "product"))
    m.write(path)


def sequences(path):
    """Counts of sequences of tokens, and filters on the mel scale."""
    m = Writer(37, opset=18)
    words = m.input("words", [2, 7], np.int64([[1, 1, 3, 3, 3, 7, 8], [8, 6, 7, 5, 6, 8, 1]]))
    word = m.input("word", [12], np.int32([1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8]))
    pool = {"ngram_counts": [0, 4, 10], "ngram_indexes": [2, 0, 1, 8, 3, 4, 6, 7, 5],
            "pool_int64s": [2, 3, 5, 1, 5, 6, 7, 8, 6, 7, 3, 3, 7, 3, 7, 8]}
    for i, (most, skips, least) in enumerate(((1, 0, 1), (2, 0, 1), (2, 5, 2), (3, 2, 1),
                                              (3, 5, 3))):
        for mode in ("TF", "IDF", "TFIDF"):
            extra = {"weights": [0.5, 2, 1.5, 3, 0.25, 1, 4, 0.75, 1.25]} if i % 2 else {}
            for x in (words, word):
                m.output(m.add("TfIdfVectorizer", [x], f"{x}.{mode}.{i}", mode=mode,
                               min_gram_length=least, max_gram_length=most, max_skip_count=skips,
                               **pool, **extra))
    for i, numbers in enumerate(((8, 16, 8192, 0, 4096), (20, 400, 16000, 80, 7600))):
        inputs = [m.constant(f"mel.{i}.{k}", np.int64(number) if k < 3 else np.float32(number))
                  for k, number in enumerate(numbers)]
        m.output(m.add("MelWeightMatrix", inputs, f"mel.{i}"))
    m.write(path)


def deformed(path):
    """Convolutions that read at offsets."""
    m = Writer(38, opset=19)
    x = m.input("x", [2, 4, 6, 5], m.floats(2, 4, 6, 5))
    for i, (kernel, group, offsets, more) in enumerate((
            ([3, 3], 1, 1, {"pads": [1, 1, 1, 1]}), ([2, 3], 2, 2, {"strides": [2, 1]}),
            ([3, 2], 4, 1, {"pads": [0, 2, 1, 0], "dilations": [1, 2]}),
            ([1, 1], 1, 4, {"strides": [3, 2]}))):
        pads, strides = more.get("pads", [0] * 4), more.get("strides", [1, 1])
        dilations = more.get("dilations", [1, 1])
        size = [(length + pads[k] + pads[k + 2] - (kernel[k] - 1) * dilations[k] - 1)
                // strides[k] + 1 for k, length in enumerate((6, 5))]
        taps = offsets * kernel[0] * kernel[1]
        offset = m.input(f"offset{i}", [2, 2 * taps, *size], m.floats(2, 2 * taps, *size) * 2)
        inputs = [x, m.weight(f"w{i}", 8, 4 // group, *kernel), offset]
        if i % 2:
            mask = m.random.uniform(0, 1, (2, taps, *size)).astype(np.float32)
            inputs += [m.weight(f"b{i}", 8), m.input(f"mask{i}", mask.shape, mask)]
        m.output(m.add("DeformConv", inputs, f"y{i}", group=group, offset_group=offsets,
                       kernel_shape=kernel, **more))
    m.write(path)


def by_reference(path):
    """Ops that ONNX Runtime lacks or computes otherwise."""
    m = Writer(28, opset=26)
    x = m.input("x", [1, 1, 2, 2], m.floats(1, 1, 2, 2))
    places = m.constant("places", np.int64([[[[5, 7], [12, 15]]]]))
    m.output(m.add("MaxUnpool", [x, places, m.constant("shape", np.int64([1, 1, 5, 6]))],
                   "unpooled", kernel_shape=[2, 2], strides=[2, 2]))
    cache = m.input("cache", [2, 2, 5, 3], m.floats(2, 2, 5, 3))
    update = m.input("update", [2, 2, 2, 3], m.floats(2, 2, 2, 3))
    begins = m.input("begins", [2], np.int64([3, 1]))
    m.output(m.add("TensorScatter", [cache, update, begins], "cached"))
    m.output(m.add("TensorScatter", [cache, update, m.constant("late", np.int64([4, 0]))],
                   "circular", mode="circular"))
    m.output(m.add("TensorScatter", [cache, update], "begun", axis=2))
    a = m.input("a", [3], np.int32([-1, 5, -2**31]))
    m.output(m.add("BitCast", [a], "unsigned", to=TensorProto.UINT32))
    m.output(m.add("BitCast", [m.constant("wide", np.int64([-1, 2**62 + 1]))], "double",
                   to=TensorProto.DOUBLE))
    edges = np.float32([0, -0.0, 1, 1.1, 1.5, -1.75, 3, 2**-126, 2**-127, 1e-40, 1e-45, 3e38, -2e38,
                        np.inf, np.nan, 6e4, 1.9e-3])
    sizes = m.input("sizes", [17], edges)
    for mode in ("up", "down", "nearest"):
        for saturate in (0, 1):
            small = m.add("Cast", [sizes], f"small_{mode}_{saturate}", to=TensorProto.FLOAT8E8M0,
                          round_mode=mode, saturate=saturate)
            m.output(m.add("Cast", [small], f"power_{mode}_{saturate}", to=TensorProto.FLOAT))
    m.write(path, reference=True)


def halves(path):
    """Values of float16 whose squares, products and sums float16 does not hold."""
    m = Writer(71, opset=17)
    far = (np.arange(40).reshape(2, 4, 5) * 30 - 600).astype(np.float16)
    x = m.input("x", [2, 4, 5], far)
    ones = m.constant("ones", np.ones(5, np.float16))
    m.nodes.append(helper.make_node("LayerNormalization", [x, ones], ["normal", "mean", "inverse"],
                                    "normal"))
    m.outputs += ["normal", "mean", "inverse"]
    scale = m.constant("scale", np.float16([1, 2, 0.5, 1.5]))
    shift = m.constant("shift", np.float16([0, 1, -1, 3]))
    m.output(m.add("InstanceNormalization", [x, scale, shift], "instances"))
    spread = m.constant("spread", np.float32([9e4, 8e4, 0.09, 4]))
    middle = m.constant("middle", np.float32([1, 1003, -300, 7]))
    m.output(m.add("BatchNormalization", [x, scale, shift, middle, spread], "batches"))
    m.output(m.add("LpNormalization", [x], "unit", axis=2))
    m.output(m.add("ReduceL2", [x], "size", axes=[2]))
    m.output(m.add("Elu", [x], "elu"))
    y = m.input("y", [2, 5, 3], (m.floats(2, 5, 3) * 200).astype(np.float16))
    m.output(m.add("MatMul", [x, y], "product"))
    m.output(m.add("Einsum", [x, y], "equation", equation="bij,bjk->ki"))
    pixels = (np.arange(3000) % 7).astype(np.float16).reshape(1, 1, 1, 3000)
    picture = m.input("picture", [1, 1, 1, 3000], pixels)
    places = (np.arange(2501, 2506) * 2 + 1) / 3000 - 1
    grid = np.stack([places, 0 * places], -1).reshape(1, 1, 5, 2).astype(np.float32)
    m.output(m.add("GridSample", [picture, m.input("grid", [1, 1, 5, 2], grid)], "picked",
                   mode="nearest"))
    scores = m.input("scores", [3, 6], (m.floats(3, 6) * 12).astype(np.float16))
    targets = m.constant("targets", np.int64([1, 5, 0]))
    m.nodes.append(helper.make_node("SoftmaxCrossEntropyLoss", [scores, targets],
                                    ["loss", "log_probability"], "loss"))
    m.outputs += ["loss", "log_probability"]
    m.write(path)


def long_lines(path):
    """Resized dimensions that are too long for a matrix of weights. The values are smooth, because
    ONNX Runtime rounds places to float32."""
    m = Writer(72, opset=19)
    wave = np.sin(np.arange(1100, dtype=np.float32) / 9)
    line = m.input("line", [1, 2, 1, 1100], np.stack([wave, 2 - wave])[None, :, None])
    ways = {"linear": (1.5, {}),
            "between_corners": (1.25, {"coordinate_transformation_mode": "align_corners"}),
            "cubic": (1.2, {"mode": "cubic", "exclude_outside": 1}),
            "smooth": (0.9, {"antialias": 1}),
            "smooth_cubic": (0.9, {"mode": "cubic", "antialias": 1})}
    for name, (scale, attributes) in ways.items():
        scales = m.constant(f"scales_{name}", np.float32([1, 1, 1, scale]))
        m.output(m.add("Resize", [line, "", scales], name, **{"mode": "linear", **attributes}))
    m.write(path)


def main(folder):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for model in MODELS:
        model(pathlib.Path(folder, model.__name__))


MODELS = (layers, conditions, nothing, equations, windows, scaled, upsampled, shrunk,
          integer_images, edges, zeros, frames, by_reference, selections, bytes_of_floats,
          sequences, deformed, halves, long_lines)

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "models")
