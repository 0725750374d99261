# SPDX-License-Identifier: Apache-2.0
"""Tests forms of ops, attributes set by programs, single messages, and weights by uuid."""
import base64
import contextlib
import io
import json
import os
import tempfile
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.op_graph.serde import serde, serde_weights
from ngraph.op_graph.serde.serde_pass import SerializationPass

A, B = ng.make_axis(4, name="A"), ng.make_axis(3, name="B")


def again(op):
    read, = serde.deserialize_graph(serde.serialize_graph([op], only_return_handle_ops=True))
    return read


def value_of(op, *fed):
    with ngt.make_transformer() as transformer:
        return transformer.computation(op, *op.placeholders())(*fed)


class Forms(unittest.TestCase):
    def check(self, op, *fed):
        read = again(op)
        self.assertEqual(read.axes, op.axes)
        np.testing.assert_array_equal(value_of(read, *fed), value_of(op, *fed))

    def test_views(self):
        x, values = ng.placeholder([A, B]), np.arange(12).reshape(4, 3)
        one = ng.make_axis(1, name="D")
        for op in (x[1:3], x[::2, 1], x[-1], ng.pad(x, [1, (0, 2)]), ng.flatten(x),
                   ng.unflatten(ng.flatten(x) + 0), ng.expand_dims(x, one, 1)):
            with self.subTest(op.class_name):
                self.check(op, values)

    def test_ops_with_derivatives(self):
        x, values = ng.placeholder([A, B]), np.arange(12).reshape(4, 3) / 7 - 0.5
        total = ng.sum(ng.square(ng.softmax(x)[1:]) + ng.prod(x, reduction_axes=[A]), out_axes=())
        self.check(ng.deriv(total, x) * 1, values)

    def test_a_table_and_its_derivative(self):
        table, rows = ng.variable([A, B], initial_value=np.arange(12).reshape(4, 3)), \
            ng.placeholder([ng.make_axis(2, name="N")])
        found = ng.lookuptable(table, rows, ng.make_axes([rows.axes[0], B]), pad_idx=0)
        self.check(found * 1, [1, 3])
        self.check(ng.deriv(ng.sum(found, out_axes=()), table) * 1, [1, 3])

    def test_fill_and_print(self):
        v = ng.variable([A, B], initial_value=1)
        total = ng.PrintOp(ng.sum(v, out_axes=()), "total")
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            found = value_of(again(ng.sequential([ng.fill(v[:, 1], 5), total])))
        self.assertEqual(float(found), 28)
        self.assertIn("total: 28", shown.getvalue())

    def test_a_scan_and_its_derivative(self):
        x = ng.placeholder([A, B])
        weight = ng.variable([], initial_value=0.5)
        (last,), (all_steps,) = ng.scan(
            A, [ng.constant(np.zeros(3), [B])], [x],
            lambda before, now: ([before[0] * weight + now[0]], [ng.square(before[0] + now[0])]))
        values = np.arange(12).reshape(4, 3)
        self.check(last * 1, values)
        self.check(all_steps + 0, values)
        total = ng.sum(last, out_axes=()) + ng.sum(all_steps, out_axes=())
        self.check(ng.deriv(total, weight) * 1, values)

    def test_a_recurrent_net(self):
        x = ng.placeholder([B, ng.make_axis(5, name="REC"), ng.make_axis(2, name="N")])
        np.random.seed(0)
        y = neon.LSTM(6, neon.GaussianInit(0, 0.3), activation=neon.Tanh(),
                      gate_activation=neon.Logistic())(x)
        values = np.random.rand(*x.axes.lengths)
        np.testing.assert_allclose(value_of(again(y), values), value_of(y, values), rtol=1e-6)


class Computations(unittest.TestCase):
    def test_results_keep_their_form(self):
        x = ng.placeholder([])
        for given, wanted in ((x + 1, 3.0), ([x + 1], (3.0,)), ([x + 1, x * 3], (3.0, 6.0)),
                              (None, None)):
            read = again(ng.computation(given, x))
            with ngt.make_transformer() as transformer:
                self.assertEqual(transformer.add_computation(read)(2), wanted)

    def test_a_set(self):
        y = ng.placeholder([]) + 1
        with ngt.make_transformer() as transformer:
            found = transformer.add_computation(again(ng.computation({y}, "all")))(2)
        (op, value), = found.items()
        self.assertEqual((op.uuid, float(value)), (y.uuid, 3))

    def test_handles_keep_their_order(self):
        x = ng.placeholder([]).named("x")
        ops = [(x * number).named(f"op_{number}") for number in (3, 1, 2)]
        ops.append(x)
        read = serde.deserialize_graph(serde.serialize_graph(ops[::-1], True))
        self.assertEqual([op.uuid for op in read], [op.uuid for op in ops[::-1]])


class Attributes(unittest.TestCase):
    def test_those_of_programs_are_kept(self):
        x, other = ng.placeholder([A]), ng.placeholder([]).named("other")
        x.text, x.numbers, x.table, x.nothing = "words", [-1.0, 4], {"foo": 2, "bar": "b"}, {}
        x.part, x.axis_of_it, x.axes_of_it, x.array = slice(1, None, 3), A, x.axes, np.arange(3)
        x.refers, x.many = other, [other, other + 1]
        read = again(x)
        for name in ("text", "numbers", "table", "nothing", "part", "axis_of_it", "axes_of_it"):
            self.assertEqual(getattr(read, name), getattr(x, name), name)
        np.testing.assert_array_equal(read.array, x.array)
        self.assertEqual(read.refers.uuid, other.uuid)
        self.assertEqual([op.uuid for op in read.many], [op.uuid for op in x.many])

    def test_those_of_operands_are_kept(self):
        x = ng.placeholder([])
        x.role = "input"
        self.assertEqual(again(x + 1).args[0].role, "input")

    def test_objects_are_refused(self):
        x = ng.placeholder([])
        x.thing = object()
        with self.assertRaisesRegex(ValueError, "object"):
            serde.serialize_graph([x])


class Messages(unittest.TestCase):
    def test_axes(self):
        flat = ng.make_axes([A, B]).flatten()
        for axis in (A, flat):
            read = serde.pb_to_axis(serde.axis_to_protobuf(axis))
            self.assertEqual((read, read.length), (axis, axis.length))

    def test_arrays(self):
        for array in (np.arange(12, dtype=np.float32).reshape(3, 4), np.float32(12), np.int8([1])):
            read = serde.pb_to_tensor(serde.tensor_to_protobuf(array))
            np.testing.assert_array_equal(read, array)
            self.assertEqual(read.dtype, array.dtype)

    def test_ops(self):
        x = ng.placeholder([A])
        x.text = "words"
        x.metadata["part"] = slice(1, 3)
        read = serde.protobuf_to_op(serde.op_to_protobuf(x))
        self.assertEqual((read.text, read.uuid, read.axes), ("words", x.uuid, x.axes))
        self.assertEqual(read.metadata["part"], slice(1, 3))

    def test_the_pass_has_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            writer = SerializationPass(f"{folder}/token")
            self.assertEqual(os.path.getsize(writer.tmpfile.name), 0)
            writer.do_pass([ng.placeholder([]) + 1], None)
            self.assertGreater(os.path.getsize(writer.tmpfile.name), 0)


class Weights(unittest.TestCase):
    def test_arrays_by_key(self):
        values = {"x": np.random.rand(1), "y": np.random.rand(2, 3).astype(np.float32),
                  bytes(range(16)): np.arange(6).reshape(1, 3, 2)}
        file = io.BytesIO()
        serde_weights.write_np_values(values, file)
        file.seek(0)
        read = serde_weights.read_np_values(file)
        self.assertEqual(read.keys(), values.keys())
        for key, value in values.items():
            np.testing.assert_array_equal(read[key], value)
            self.assertEqual(read[key].dtype, value.dtype)

    def test_raw_bytes(self):
        file = io.BytesIO()
        serde_weights.write_raw_np(np.float64([1.5, 2]), file)
        self.assertEqual(file.getvalue(), np.float64([1.5, 2]).tobytes())

    def test_the_manifest_is_a_message(self):
        pair, = json.loads(serde_weights.json_dumps_manifest({"x": np.zeros((2, 3))}))["pairs"]
        self.assertEqual(base64.b64decode(pair["uuid"]["uuid"]), b"x")
        self.assertEqual(pair["info"], {"dtype": "FLOAT64", "shape": [2, 3]})

    def test_graph_and_weights_in_the_same_process(self):
        v = ng.variable([A, B]).named("kept")
        file = io.BytesIO()
        with ngt.make_transformer() as transformer:
            transformer.computation(ng.AssignOp(v, 1))()
            self.assertEqual(serde_weights.extract_ops(transformer, [v])[v.uuid.bytes].sum(), 12)
            serde_weights.serialize_weights(transformer, [v], file)
            serde_weights.set_op_value(transformer, v, np.zeros((A.length, B.length)))
            read = again(v)
            serde_weights.deserialize_weights(transformer, [read], file)
            np.testing.assert_array_equal(serde_weights.extract_op(transformer, read), 1)


if __name__ == "__main__":
    unittest.main()
