# SPDX-License-Identifier: Apache-2.0
"""Writes small models whose data decide what runs and how long values are.

Run by ./dev test-frameworks; needs what write_models.py needs, and its form of files.
"""

import pathlib
import sys

import numpy as np
from onnx import TensorProto, helper

from write_models import Writer

value = helper.make_tensor_value_info
node = helper.make_node


def graph(name, nodes, outputs, inputs=()):
    """A graph of a node; its inputs and outputs by name, with their types and shapes."""
    typed = [[value(each, *kind) for each, kind in names] for names in (inputs, outputs)]
    return helper.make_graph(nodes, name, *typed)


def choice(m, name, condition, then, otherwise):
    """An If node; each branch as nodes and names of results of float32, with their shapes."""
    def branch(part, nodes, results):
        return graph(f"{name}.{part}", nodes,
                     [(each, (TensorProto.FLOAT, shape)) for each, shape in results.items()])
    names = [f"{name}.{i}" for i in range(len(then[1]))]
    m.nodes.append(node("If", [condition], names, name, then_branch=branch("then", *then),
                        else_branch=branch("else", *otherwise)))
    m.outputs += names


def steps(name, trips, size, read="x"):
    """Nodes that repeat a product with a square weight, from the value `read`."""
    body = graph(f"{name}.body", [
        node("MatMul", [f"{name}.s", "square"], [f"{name}.p"]),
        node("Tanh", [f"{name}.p"], [f"{name}.n"]),
        node("Identity", [f"{name}.b"], [f"{name}.a"])],
        [(f"{name}.a", (TensorProto.BOOL, [])), (f"{name}.n", (TensorProto.FLOAT, size))],
        [(f"{name}.i", (TensorProto.INT64, [])), (f"{name}.b", (TensorProto.BOOL, [])),
         (f"{name}.s", (TensorProto.FLOAT, size))])
    return [node("Loop", [trips, "", read], [f"{name}.last"], name, body=body)]


def branches(path):
    """If with conditions of run time: costly branches, loops in branches, branches in loops."""
    m = Writer(31)
    size = [24, 48]
    x = m.input("x", size, m.floats(*size))
    m.weight("wide", 48, 96)
    m.weight("narrow", 96, 48)
    m.weight("square", 48, 48)
    m.constant("trips", np.int64(20))
    yes, no = m.input("yes", [], np.array(True)), m.input("no", [1], np.array([False]))
    m.add("Relu", [x], "shared")
    for name, condition in (("taken", yes), ("other", no)):
        costly = [node("MatMul", ["shared", "wide"], [f"{name}.a"]),
                  node("Relu", [f"{name}.a"], [f"{name}.b"]),
                  node("MatMul", [f"{name}.b", "narrow"], [f"{name}.c"]),
                  node("Softmax", [f"{name}.c"], [f"{name}.d"])]
        cheap = [node("Neg", [x], [f"{name}.e"]), node("Exp", ["shared"], [f"{name}.f"])]
        choice(m, name, condition, (costly, {f"{name}.c": size, f"{name}.d": size}),
               (cheap, {f"{name}.e": size, f"{name}.f": size}))
        choice(m, f"{name}.loop", condition,
               (steps(f"{name}.l", "trips", size), {f"{name}.l.last": size}),
               ([node("Add", [x, f"{name}.0"], [f"{name}.g"])], {f"{name}.g": size}))
        inner = graph(f"{name}.inner", steps(f"{name}.m", "trips", size, f"{name}.h"),
                      [(f"{name}.m.last", (TensorProto.FLOAT, size))])
        rest = graph(f"{name}.rest", [node("MatMul", [f"{name}.h", "square"], [f"{name}.r"])],
                     [(f"{name}.r", (TensorProto.FLOAT, size))])
        choice(m, f"{name}.nested", condition,
               ([node("Sub", [x, "shared"], [f"{name}.h"]),
                 node("If", ["no"], [f"{name}.j"], then_branch=inner, else_branch=rest)],
                {f"{name}.j": size}),
               ([node("Identity", [x], [f"{name}.k"])], {f"{name}.k": size}))
    # Every other iteration multiplies.
    odd = graph("odd", [node("MatMul", ["s", "square"], ["q"])], [("q", (TensorProto.FLOAT, size))])
    even = graph("even", [node("Add", ["s", x], ["t"])], [("t", (TensorProto.FLOAT, size))])
    body = graph("alternating.body", [
        node("ReduceMax", ["s"], ["top"], keepdims=0),
        node("Greater", ["top", "limit"], ["large"]),
        node("If", ["large"], ["n"], then_branch=odd, else_branch=even),
        node("Identity", ["b"], ["a"])],
        [("a", (TensorProto.BOOL, [])), ("n", (TensorProto.FLOAT, size)),
         ("top", (TensorProto.FLOAT, []))],
        [("i", (TensorProto.INT64, [])), ("b", (TensorProto.BOOL, [])),
         ("s", (TensorProto.FLOAT, size))])
    m.constant("limit", np.float32(3))
    m.nodes.append(node("Loop", ["trips", "", x], ["alternated", "tops"], "alternating",
                        body=body))
    m.outputs += ["alternated", "tops"]
    m.write(path)


def deep(path):
    """Costly branches in each other, which are not built twice a level."""
    m = Writer(38)
    size = [24, 48]
    x = m.input("x", size, m.floats(*size))
    m.weight("square", 48, 48)
    yes = m.input("yes", [], np.array(True))
    levels = 20

    def level(i):
        """A product, after the levels below."""
        nodes = [node("MatMul", [f"chosen{i}" if i < levels else x, "square"], [f"product{i}"]),
                 node("Tanh", [f"product{i}"], [f"level{i}"])]
        if i == levels:
            return nodes
        then = graph(f"then{i}", level(i + 1), [(f"level{i + 1}", (TensorProto.FLOAT, size))])
        skipped = graph(f"else{i}", [node("Neg", [x], [f"negative{i}"])],
                        [(f"negative{i}", (TensorProto.FLOAT, size))])
        return [node("If", [yes], [f"chosen{i}"], then_branch=then, else_branch=skipped), *nodes]

    m.nodes += level(0)
    m.outputs.append("level0")
    m.write(path)


def collected(path):
    """Loops that collect an output by iteration until a value or an input ends them."""
    m = Writer(32)
    x = m.input("x", [3], np.float32([1, -2, 3]))
    go, stop = m.input("go", [], np.array(True)), m.input("stop", [], np.array(False))
    m.constant("most", np.int64(9))
    m.constant("limit", np.float32(40))
    for name, condition, ends in (("measured", "", True), ("started", go, True),
                                  ("stopped", stop, True), ("whole", go, False)):
        last = [node("Less", [f"{name}.top", "limit"], [f"{name}.a"])] if ends else \
            [node("Identity", [f"{name}.b"], [f"{name}.a"])]
        body = graph(f"{name}.body", [
            node("Add", [f"{name}.s", f"{name}.s"], [f"{name}.n"]),
            node("Mul", [f"{name}.s", x], [f"{name}.made"]),
            node("ReduceMax", [f"{name}.n"], [f"{name}.top"], keepdims=0), *last],
            [(f"{name}.a", (TensorProto.BOOL, [])), (f"{name}.n", (TensorProto.FLOAT, [3])),
             (f"{name}.made", (TensorProto.FLOAT, [3])), (f"{name}.top", (TensorProto.FLOAT, []))],
            [(f"{name}.i", (TensorProto.INT64, [])), (f"{name}.b", (TensorProto.BOOL, [])),
             (f"{name}.s", (TensorProto.FLOAT, [3]))])
        names = [f"{name}_last", f"{name}_all", f"{name}_tops"]
        m.nodes.append(node("Loop", ["most", condition, x], names, name, body=body))
        m.outputs += names
    m.write(path)


def unrolled(path):
    """Loops whose iterations differ in shapes, or read their number as a constant."""
    m = Writer(36)
    x = m.input("x", [2, 3], m.floats(2, 3))
    table = m.input("table", [5, 3], m.floats(5, 3))
    m.constant("four", np.int64(4))
    m.constant("three", np.int64(3))
    m.constant("zero", np.int64([0]))
    m.constant("one", np.int64(1))
    number, truth = (TensorProto.INT64, []), (TensorProto.BOOL, [])

    def loop(name, trips, nodes, shape, made, ends=False):
        last = [node("Less", [f"{name}.i", "one"], [f"{name}.a"])] if ends else \
            [node("Identity", [f"{name}.b"], [f"{name}.a"])]
        body = graph(f"{name}.body", [*nodes, *last],
                     [(f"{name}.a", truth), (f"{name}.n", (TensorProto.FLOAT, shape)),
                      (f"{name}.made", (TensorProto.FLOAT, made))],
                     [(f"{name}.i", number), (f"{name}.b", truth),
                      (f"{name}.s", (TensorProto.FLOAT, shape))])
        names = [f"{name}_last", f"{name}_all"]
        m.nodes.append(node("Loop", [trips, "", x], names, name, body=body))
        m.outputs += names

    def read(name):
        """The row of the table with the number of the iteration."""
        return [node("Unsqueeze", [f"{name}.i", "zero"], [f"{name}.from"]),
                node("Add", [f"{name}.from", "one"], [f"{name}.to"]),
                node("Slice", [table, f"{name}.from", f"{name}.to", "zero"], [f"{name}.row"])]

    for name, ends in (("sliced", False), ("ended", True)):
        loop(name, "four", [*read(name), node("Add", [f"{name}.s", f"{name}.row"], [f"{name}.n"]),
                            node("Neg", [f"{name}.row"], [f"{name}.made"])],
             [2, 3], [1, 3], ends)
    loop("grown", "three", [*read("grown"),
                            node("Concat", ["grown.s", "grown.row"], ["grown.n"], axis=0),
                            node("ReduceSum", ["grown.n", "zero"], ["grown.made"], keepdims=0)],
         [None, 3], [3])
    m.write(path)


def batched(path):
    """Scan of opset 8, whose values have a batch."""
    m = Writer(39, opset=8)
    start = m.input("start", [3, 2], m.floats(3, 2))
    rows = m.input("rows", [3, 4, 2], m.floats(3, 4, 2))
    more = m.input("more", [3, 4, 2], m.floats(3, 4, 2))
    kind = (TensorProto.FLOAT, [2])
    body = graph("step", [node("Mul", ["s", "r"], ["p"]), node("Add", ["p", "q"], ["n"]),
                          node("Tanh", ["n"], ["made"])],
                 [("n", kind), ("made", kind)], [("s", kind), ("r", kind), ("q", kind)])
    m.nodes.append(node("Scan", ["", start, rows, more], ["last", "all"], "scan", body=body,
                        num_scan_inputs=2, directions=[0, 1]))
    m.outputs += ["last", "all"]
    m.write(path)


def rows_of(m, x, mask, name):
    """x[mask], as PyTorch writes it."""
    m.add("NonZero", [mask], f"{name}.places")
    m.add("Transpose", [f"{name}.places"], f"{name}.rows", perm=[1, 0])
    return m.add("GatherND", [x, f"{name}.rows"], name)


def masked(path):
    """What models do with the elements that a mask selects: some, none and all."""
    m = Writer(33)
    x = m.input("x", [7, 4], m.floats(7, 4))
    y = m.input("y", [7, 4], m.floats(7, 4))
    m.weight("w", 4, 3)
    m.weight("b", 3)
    m.constant("last", np.int64([-1, 0]))
    m.constant("first", np.int64([0]))
    m.constant("second", np.int64([1]))
    m.constant("columns", np.int64([2, 1]))
    m.constant("pairs", np.int64([-1, 2, 2]))
    m.constant("flat", np.int64([-1]))
    m.constant("begin", np.int64([1]))
    m.constant("end", np.int64([3]))
    m.constant("before_last", np.int64([-1]))
    m.constant("half", np.float32(0.5))
    m.constant("line", m.floats(4))
    m.constant("number", np.int64(1))
    m.constant("thousand", np.float32(1000))
    for name, chosen in (("some", [0, 1, 1, 0, 1, 0, 0]), ("all", [1] * 7), ("one", [0] * 6 + [1])):
        mask = m.input(f"{name}.mask", [7], np.array(chosen, np.bool_))
        rows = rows_of(m, x, mask, f"{name}.x")
        def out(op, inputs, label, **attributes):
            return m.output(m.add(op, inputs, f"{name}.{label}", **attributes))
        m.outputs.append(rows)
        other = m.add("Compress", [y, mask], f"{name}.y", axis=0)
        m.add("GatherND", [y, f"{name}.x.rows"], f"{name}.z")
        out("Add", [rows, f"{name}.z"], "sum")
        out("Sub", [rows_of(m, y, mask, f"{name}.u"), rows], "difference")
        out("Mul", [m.add("Sub", [rows, "line"], f"{name}.less"), "half"], "scaled")
        out("Where", [m.add("Greater", [rows, "half"], f"{name}.above"), rows, "half"], "chosen")
        out("Cast", [f"{name}.above"], "cast", to=TensorProto.INT32)
        out("CastLike", [f"{name}.above", "half"], "like")
        out("Dropout", [rows], "dropped")
        for op in ("Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "SumSquare", "LogSumExp"):
            out(f"Reduce{op}", [rows, "first"], f"{op}.rows", keepdims=0)
        m.add("Mul", [rows, "thousand"], f"{name}.large")
        whole = m.add("Cast", [f"{name}.large"], f"{name}.whole", to=TensorProto.INT64)
        for op in ("Mean", "Max", "Min"):
            out(f"Reduce{op}", [whole, "first"], f"{op}.whole", keepdims=0)
        out("ReduceMean", [whole], "middle")
        out("ReduceMean", [rows, "second"], "means")
        out("ReduceSum", [rows, "second"], "sums", keepdims=0)
        out("ReduceMax", [rows], "top", keepdims=0)
        out("ArgMax", [rows], "best", axis=0)
        out("ArgMin", [rows], "worst", axis=0, keepdims=0)
        out("ArgMax", [rows], "class", axis=1)
        out("Softmax", [rows], "shares", axis=0)
        out("LogSoftmax", [rows], "logs", axis=-1)
        out("Gemm", [rows, "w", "b"], "dense")
        out("MatMul", [rows, "w"], "product")
        out("Transpose", [rows], "turned")
        out("MatMul", [f"{name}.turned", f"{name}.z"], "squares")
        out("Reshape", [rows, "pairs"], "pairs.shaped")
        out("Reshape", [rows, "flat"], "line.shaped")
        out("Flatten", [rows], "flattened")
        out("Slice", [rows, "begin", "end", "first"], "part")
        out("Slice", [rows, "begin", "before_last", "first"], "inside")
        out("Unsqueeze", [rows, "second"], "opened")
        out("Concat", [rows, f"{name}.z"], "joined", axis=1)
        out("Gather", [rows, "columns"], "columns", axis=1)
        out("Gather", [rows, "last"], "last.rows")
        out("CumSum", [rows, m.constant(f"{name}.axis", np.int64(0))], "running", reverse=1)
        out("LayerNormalization", [rows, "line"], "normal", axis=1)
        if name != "one":
            out("GatherND", [y, m.add("Mul", [f"{name}.x.rows", "number"], f"{name}.again")],
                "selected")
            out("ReduceSum", [other, "first"], "total")
        m.add("Squeeze", [f"{name}.x.places", "first"], f"{name}.indices")
        out("Gather", [y, f"{name}.indices"], "gathered")
        out("ScatterND", [y, f"{name}.x.rows", f"{name}.scaled"], "written")
        # A second mask, of the selected rows.
        m.add("Gather", [rows, "number"], f"{name}.column", axis=1)
        m.add("Greater", [f"{name}.column", "half"], f"{name}.mask2")
        m.outputs.append(rows_of(m, rows, f"{name}.mask2", f"{name}.twice"))
    m.write(path)


def detections(path):
    """Boxes with scores above a limit, without overlaps, and their regions of a picture."""
    m = Writer(34)
    corners = m.random.uniform(0, 6, (20, 2))
    boxes = np.concatenate([corners, corners + m.random.uniform(1, 4, (20, 2))], 1)
    x = m.input("boxes", [20, 4], boxes.astype(np.float32))
    y = m.input("scores", [20], m.random.uniform(0, 1, 20).astype(np.float32))
    picture = m.input("picture", [1, 2, 10, 10], m.floats(1, 2, 10, 10))
    m.constant("limit", np.float32(0.3))
    m.constant("first", np.int64([0]))
    m.constant("both", np.int64([0, 1]))
    m.constant("second", np.int64([1]))
    m.constant("box", np.int64([2]))
    m.constant("most", np.int64([6]))
    m.constant("overlap", np.float32([0.3]))
    m.constant("columns", np.int64([1, 0, 3, 2]))
    m.add("Greater", [y, "limit"], "good")
    m.add("NonZero", ["good"], "places")
    m.add("Squeeze", ["places", "first"], "good.rows")
    m.output(m.add("Gather", [x, "good.rows"], "good.boxes"))
    m.add("Gather", [y, "good.rows"], "good.scores")
    m.add("Unsqueeze", ["good.boxes", "first"], "batch.boxes")
    m.add("Unsqueeze", ["good.scores", "both"], "batch.scores")
    m.output(m.add("NonMaxSuppression", ["batch.boxes", "batch.scores", "most", "overlap"],
                   "selected"))
    m.add("Gather", ["selected", "box"], "selected.box", axis=1)
    m.add("Squeeze", ["selected.box", "second"], "rows")
    m.output(m.add("Gather", ["good.boxes", "rows"], "final.boxes"))
    m.output(m.add("Gather", ["good.scores", "rows"], "final.scores"))
    m.add("Gather", ["final.boxes", "columns"], "regions", axis=1)
    m.add("Mul", ["rows", m.constant("none", np.int64(0))], "pictures")
    m.output(m.add("RoiAlign", [picture, "regions", "pictures"], "crops", output_height=3,
                   output_width=2, sampling_ratio=2))
    m.output(m.add("Relu", [m.add("Conv", ["crops", m.weight("kernel", 4, 2, 2, 2)], "features")],
                   "active"))
    m.write(path)


def parts(path):
    """Unique parts along a dimension, and regions of pictures with as many samples as fit."""
    m = Writer(35)
    table = np.float32([[1, 2, 0], [0, 5, 1], [1, 2, 0], [1, 1, 9], [0, 5, 1], [np.inf, 0, 0]])
    m.input("table", [6, 3], table)
    m.input("numbers", [2, 4, 2], np.int64([[[1, 2], [3, 2**53 + 1], [1, 2], [3, 2**53]],
                                           [[0, 1], [5, 5], [0, 1], [5, 5]]]))
    m.input("same", [3, 2], np.float32([[2, 2], [2, 2], [2, 2]]))
    for name, axis in (("table", 0), ("table", 1), ("numbers", 1), ("numbers", -1), ("same", 0),
                       ("same", 1)):
        for kept in (0, 1):
            label = f"{name}.{axis % 7}.{kept}"
            names = [f"{label}.{part}" for part in ("distinct", "firsts", "inverse", "times")]
            m.nodes.append(node("Unique", [name], names, label, axis=axis, sorted=kept))
            m.outputs += names
    picture = m.input("picture", [2, 2, 6, 7], m.floats(2, 2, 6, 7))
    m.input("regions", [5, 4], np.float32([[0, 0, 5, 4], [1.2, 0.4, 7.5, 7], [-3, -2, 1, 1],
                                           [4, 3, 3.5, 5], [2, 2, 2, 2]]))
    m.input("batches", [5], np.int64([1, 0, 0, 1, 1]))
    for mode in ("avg", "max"):
        for place in ("half_pixel", "output_half_pixel"):
            m.output(m.add("RoiAlign", [picture, "regions", "batches"], f"{mode}_{place}",
                           mode=mode, coordinate_transformation_mode=place, output_height=3,
                           output_width=2, sampling_ratio=0, spatial_scale=0.8))
    m.write(path)


def main(folder):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for model in MODELS:
        model(pathlib.Path(folder, model.__name__))


MODELS = (branches, deep, batched, collected, unrolled, masked, detections, parts)

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "models")
