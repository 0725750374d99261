# SPDX-License-Identifier: Apache-2.0
"""Tests files of graphs and weights: the original's are read, ours round-trip, damaged fail."""
import base64
import gc
import io
import json
import pathlib
import random
import tempfile
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.op_graph.serde import serde_weights
from ngraph.op_graph.serde.schema import MESSAGES, parse, serialize
from ngraph.op_graph.serde.serde import deserialize_graph, serialize_graph
from ngraph.op_graph.serde.serde_pass import SerializationPass

FILES = pathlib.Path(__file__).resolve().parent.parent / "reference" / "serde"
NAMES = ("x_plus_one", "mlp_8_6_3_forward", "logreg_train")


def bytes_of(name):
    return (FILES / f"{name}.pb").read_bytes()


def json_form(message, kind):
    """A message in the form of protobuf's own JSON; bytes are base64 in both."""
    shown = {}
    for name, label, field in MESSAGES[kind].values():
        if name not in message:
            continue
        value = message[name]

        def one(item, field=field):
            if field == "bytes":
                return base64.b64encode(item).decode()
            return json_form(item, field) if field in MESSAGES else item
        if label == "map":
            shown[name] = {key: one(item) for key, item in value.items()}
        else:
            shown[name] = [one(item) for item in value] if label == "repeated" else one(value)
    return shown


class OriginalFiles(unittest.TestCase):

    def check_values(self, name, data):
        (computation,) = deserialize_graph(data)
        recorded = np.load(FILES / f"{name}_io.npz")
        with ngt.make_transformer() as transformer:
            run = transformer.add_computation(computation)
            fed = {key.split("/")[1]: recorded[key] for key in recorded if key.startswith("feed/")}
            values = [fed[parameter.name.split("_")[0]] for parameter in run.parameters]
            for call in range(3):
                results = [value for value in run(*values) if value is not None]
                wanted = [recorded[key] for key in recorded if key.startswith(f"call{call}/")]
                self.assertEqual(len(results), len(wanted))
                for found, value in zip(results, wanted):
                    np.testing.assert_allclose(found, value, rtol=1e-5, atol=1e-6)

    def test_recorded_values(self):
        for name in NAMES:
            with self.subTest(name):
                self.check_values(name, bytes_of(name))

    def test_values_after_writing_again(self):
        for name in NAMES:
            with self.subTest(name):
                ops = deserialize_graph(bytes_of(name))
                self.check_values(name, serialize_graph(ops, only_return_handle_ops=True))

    def test_messages_match_protobuf(self):
        shown = json.loads((FILES / "x_plus_one.pb.json").read_text())
        self.assertEqual(json_form(parse(bytes_of("x_plus_one"), "GraphDef"), "GraphDef"), shown)

    def test_messages_survive_a_round_trip(self):
        for name in NAMES:
            message = parse(bytes_of(name), "GraphDef")
            self.assertEqual(parse(serialize(message, "GraphDef"), "GraphDef"), message)

    def test_damage_is_rejected_or_read(self):
        data, chance = bytes_of("x_plus_one"), random.Random(0)
        refused = 0
        for _ in range(300):
            damaged = bytearray(data[:chance.randrange(len(data))] if chance.random() < 0.3
                                else data)
            for _ in range(3):
                if damaged:
                    damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            try:
                deserialize_graph(bytes(damaged))
            except ValueError:
                refused += 1
        self.assertGreater(refused, 100)

    def test_messages_too_deep_are_refused(self):
        axis = {"name": "deep"}
        for _ in range(100):
            axis = {"flattened_axes": {"axes": [axis]}}
        data = serialize({"axes": [axis]}, "Axes")
        with self.assertRaisesRegex(ValueError, "deep"):
            parse(data, "Axes")


class OwnGraphs(unittest.TestCase):

    def values(self, ops, *fed):
        with ngt.make_transformer() as transformer:
            placeholders = ops[0].placeholders()
            return transformer.computation(ops, *placeholders)(*fed)

    def test_training_with_derivatives_and_costs(self):
        C, N = ng.make_axis(3, name="C"), ng.make_axis(4, name="N")
        x, t = ng.placeholder([C, N]).named("x"), ng.placeholder([N]).named("t")
        w = ng.variable([C], initial_value=np.array([0.1, -0.2, 0.3])).named("w")
        cost = ng.cross_entropy_binary(ng.sigmoid(ng.dot(w, x)), t, out_axes=())
        step = ng.sequential([ng.assign(w, w - 0.1 * ng.deriv(cost, w)), cost])
        computation = ng.computation([step, w], x, t)
        fed = np.arange(12.0).reshape(3, 4) / 12, np.array([0, 1, 1, 0])
        (read,) = deserialize_graph(serialize_graph([computation], True))
        results = []
        for op in (computation, read):
            with ngt.make_transformer() as transformer:
                run = transformer.add_computation(op)
                results.append([run(*fed)[1].copy() for _ in range(3)])
        np.testing.assert_allclose(results[0], results[1], rtol=1e-5)
        self.assertGreater(np.abs(results[0][2] - results[0][0]).max(), 1e-3)

    def test_a_convolution_with_pooling(self):
        image = ng.placeholder([ng.make_axis(n, name=name) for n, name in
                                ((1, "C"), (1, "D"), (6, "H"), (6, "W"), (2, "N"))]).named("image")
        from ngraph.frontends import neon
        net = neon.Sequential([
            neon.Convolution((3, 3, 2), lambda axes: np.linspace(-1, 1, 18).reshape(axes.lengths),
                             activation=neon.Rectlin()),
            neon.Pooling((2, 2), strides=2)])
        y = net(image)
        read = [op for op in deserialize_graph(serialize_graph([y], True))]
        fed = np.random.RandomState(0).rand(*image.axes.lengths)
        np.testing.assert_allclose(self.values([y], fed)[0], self.values(read, fed)[0], rtol=1e-5)

    def test_groups_and_padding_after_the_image_are_kept(self):
        C, H, W, N = (ng.make_axis(n, name=name) for n, name in
                      ((4, "C"), (6, "H"), (5, "W"), (2, "N")))
        one, tap, K = (ng.make_axis(n, name=name) for n, name in ((1, "D"), (1, "T"), (4, "K")))
        image = ng.placeholder([C, one, H, W, N]).named("image")
        each, size = ng.make_axis(2, name="G"), ng.make_axis(3, name="R")
        weights = np.linspace(-1, 1, 2 * 9 * 4).reshape(2, 1, 3, 3, 4)
        filters = ng.constant(weights, [each, tap, size, ng.make_axis(3, name="S"), K])
        params = {f"{what}_{axis}": value for axis in "dhw"
                  for what, value in (("pad", 0), ("str", 1), ("dil", 1))}
        params.update(groups=2, pad_end_h=1)
        made = ng.convolution(params, image, filters)
        y = ng.deconvolution(params, made, filters, image.axes)
        read = [op for op in deserialize_graph(serialize_graph([y], True))]
        fed = np.random.RandomState(0).rand(*image.axes.lengths)
        np.testing.assert_allclose(self.values([y], fed)[0], self.values(read, fed)[0], rtol=1e-5)

    def test_padding_after_the_image_of_pooling_is_kept(self):
        C, D, H, W, N = (ng.make_axis(n, name=name) for n, name in
                         ((2, "C"), (1, "D"), (4, "H"), (4, "W"), (2, "N")))
        image = ng.placeholder([C, D, H, W, N]).named("image")
        params = {"op": "avg", "J": 1, "T": 1, "R": 3, "S": 3, "pad_end_h": 1, "pad_end_w": 1}
        params.update({f"{what}_{axis}": value for axis in "cdhw"
                       for what, value in (("pad", 0), ("str", 2 if axis in "hw" else 1))})
        y = ng.pooling(params, image)
        read = [op for op in deserialize_graph(serialize_graph([y], True))]
        fed = np.random.RandomState(0).rand(*image.axes.lengths)
        np.testing.assert_allclose(self.values([y], fed)[0], self.values(read, fed)[0], rtol=1e-5)

    def test_convolutions_with_the_batch_first_are_kept(self):
        N, C, H, W = (ng.make_axis(n, name=name) for n, name in
                      ((2, "N"), (3, "C"), (6, "H"), (5, "W")))
        one, K = ng.make_axis(1, name="D"), ng.make_axis(4, name="K")
        image = ng.placeholder([N, C, one, H, W]).named("image")
        weights = np.linspace(-1, 1, 3 * 9 * 4).reshape(3, 1, 3, 3, 4)
        filters = ng.constant(weights, [C, *(ng.make_axis(n, name=name) for n, name in
                                             ((1, "T"), (3, "R"), (3, "S"))), K])
        params = {f"{what}_{axis}": value for axis in "dhw"
                  for what, value in (("pad", 0), ("str", 1), ("dil", 1))}
        y = ng.convolution({**params, "batch_first": 1}, image, filters)
        self.assertEqual(y.axes.lengths, (2, 4, 1, 4, 3))
        read = [op for op in deserialize_graph(serialize_graph([y], True))]
        fed = np.random.RandomState(0).rand(*image.axes.lengths)
        np.testing.assert_allclose(self.values([y], fed)[0], self.values(read, fed)[0], rtol=1e-5)

    def test_all_ops_are_returned_by_default(self):
        x = ng.placeholder(()).named("x")
        y = ((x + 1) * 2).named("y")
        self.assertEqual(len(deserialize_graph(serialize_graph([y], True))), 1)
        self.assertGreater(len(deserialize_graph(serialize_graph([y]))), 3)

    def test_dtypes_axes_and_metadata_are_kept(self):
        with ng.metadata(colour="red"):
            v = ng.persistent_tensor([ng.make_axis(2, name="A")], dtype=np.int32,
                                     initial_value=np.array([3, 4])).named("v")
        (read,) = [op for op in deserialize_graph(serialize_graph([v])) if op.is_persistent]
        self.assertEqual(read.dtype, np.int32)
        self.assertEqual(read.axes.names, ("A",))
        self.assertEqual(read.metadata["colour"], "red")
        self.assertEqual(self.values([read + 0])[0].tolist(), [3, 4])

    def test_results_keep_their_type(self):
        axis = ng.make_axis(3, name="A")
        large = ng.constant(np.array([2 ** 31, 5, -7]), [axis], dtype=np.dtype("int64"))
        int64, int32 = np.dtype("int64"), np.dtype("int32")
        ops = [ng.add(large, 1, dtype=int64), ng.sum(large, out_axes=(), dtype=int64),
               ng.floordivide(large, 2, dtype=int64), ng.less(large, 6, dtype=int32),
               ng.value_of(large), ng.argmax(large, out_axes=()), large + 1]
        read = deserialize_graph(serialize_graph(ops, only_return_handle_ops=True))
        self.assertEqual([op.dtype for op in read], [op.dtype for op in ops])
        for found, right in zip(self.values(read), self.values(ops)):
            np.testing.assert_array_equal(found, right)

    def test_positions_beyond_float32_are_exact(self):
        axis = ng.make_axis(2 ** 24 + 2, name="Q")
        last = ng.constant(np.r_[np.zeros(2 ** 24 + 1, np.float32), np.float32(1)], [axis])
        read, = deserialize_graph(serialize_graph([ng.argmax(last, out_axes=())], True))
        self.assertEqual(self.values([read])[0], 2 ** 24 + 1)

    def test_gradients_stop_where_they_did(self):
        x = ng.placeholder([ng.make_axis(3, name="A")])
        loss = ng.sum(ng.stop_gradient(x * 2) * x, out_axes=())
        read, fed = deserialize_graph(serialize_graph([loss, x], only_return_handle_ops=True))
        with ngt.make_transformer() as transformer:
            found = transformer.computation(ng.deriv(read, fed), fed)([1, 2, 3])
        np.testing.assert_array_equal(found, [2, 4, 6])

    def test_random_numbers_keep_their_distribution(self):
        axis = ng.make_axis(4000, name="A")
        ops = [(ng.uniform(ng.temporary([axis]), 3, 5) + 0).named("even"),
               (ng.normal(ng.temporary([axis]), -1, 0.5) * 1).named("bell")]
        read = deserialize_graph(serialize_graph(ops))
        named = [next(op for op in read if op.name.startswith(name)) for name in ("even", "bell")]
        even, bell = self.values(named)
        self.assertTrue((even >= 3).all() and (even < 5).all())
        self.assertAlmostEqual(even.mean(), 4, delta=0.1)
        self.assertAlmostEqual(bell.mean(), -1, delta=0.1)
        self.assertAlmostEqual(bell.std(), 0.5, delta=0.05)
        storage = [op for op in read if op.class_name == "AssignableTensorOp"]
        self.assertEqual(len(storage), 4)  # the counters of random samples are not saved

    def test_axes_without_length_are_refused_by_name(self):
        with self.assertRaisesRegex(ValueError, "unknown has no length"):
            serialize_graph([ng.placeholder([ng.make_axis(name="unknown")])])

    def test_the_pass_writes_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            writer = SerializationPass(f"{folder}/graph")
            writer.do_pass([ng.placeholder(()) + 1])
            data = pathlib.Path(writer.path).read_bytes()
        self.assertTrue(any(op.class_name == "Add" for op in deserialize_graph(data)))


def added_again(transformer, computation):
    """Add a computation after it was written and read."""
    return transformer.add_computation(
        deserialize_graph(serialize_graph([computation], True))[0])


class StateOfReadGraphs(unittest.TestCase):
    """Computations that were written and read share their state with each other and the program."""

    def setUp(self):
        from ngraph.frontends import neon
        self.neon = neon
        self.x = ng.placeholder([ng.make_axis(3, name="F"), ng.make_axis(4, name="N")]).named("x")
        self.values = np.arange(12.0).reshape(3, 4)

    def test_statistics_of_batch_normalization(self):
        layer = self.neon.BatchNorm(rho=0.5)
        train = ng.computation(layer(self.x), self.x)
        statistics = ng.computation([ng.value_of(layer.gmean), ng.value_of(layer.gvar)])
        with ngt.make_transformer() as transformer:
            run, read = added_again(transformer, train), added_again(transformer, statistics)
            run(self.values), run(feed_dict={self.x: self.values})
            mean, variance = read()
            np.testing.assert_allclose(mean, 0.75 * self.values.mean(1))
            np.testing.assert_allclose(variance, 0.25 + 0.75 * self.values.var(1))
            np.testing.assert_allclose(transformer.get_tensor_view_value(layer.gmean), mean)

    def test_the_saver(self):
        neon = self.neon
        net = neon.Sequential([neon.Affine(neon.GlorotInit(), nout=2, batch_norm=True)])
        cost = ng.squared_L2(net(self.x) - 1, out_axes=())
        train = ng.computation(
            ng.sequential([neon.GradientDescentMomentum(0.1, 0.9)(cost), cost]), "all")
        with neon.Layer.inference_mode_on():
            infer = ng.computation(net(self.x), "all")
        with tempfile.TemporaryDirectory() as folder:
            with ngt.make_transformer() as transformer:
                run, trained = added_again(transformer, train), added_again(transformer, infer)
                run(self.values), run(self.values)
                expected = trained(self.values)
                neon.Saver().save(f"{folder}/w", transformer=transformer, computation=train)
            with ngt.make_transformer() as transformer:
                restored = added_again(transformer, infer)
                self.assertGreater(np.abs(restored(self.values) - expected).max(), 1e-3)
                neon.Saver().restore(transformer, infer, f"{folder}/w")
                np.testing.assert_allclose(restored(self.values), expected, rtol=1e-6)

    def test_graphs_read_twice(self):
        v = ng.variable((), initial_value=1.0).named("v_read_twice")
        data = [serialize_graph([ng.computation(op)], True) for op in (ng.assign(v, v + 1), v + 0)]
        uuid = v.uuid
        del v
        gc.collect()
        (step,), (value,) = (deserialize_graph(each) for each in data)
        self.assertEqual([op.uuid for op in value.variables()], [uuid])
        with ngt.make_transformer() as transformer:
            run, read = transformer.add_computation(step), transformer.add_computation(value)
            run(), run()
            self.assertEqual(float(read()), 3)


class Weights(unittest.TestCase):

    def test_values_travel_to_another_transformer(self):
        A = ng.make_axis(3, name="A")
        v = ng.variable([A], initial_value=0.0).named("v")
        step = ng.sequential([ng.assign(v, v + 1), v + 0])
        file = io.BytesIO()
        with ngt.make_transformer() as transformer:
            run = transformer.computation(step)
            run(), run()
            serde_weights.serialize_weights(transformer, [step], file)
        with ngt.make_transformer() as transformer:
            run = transformer.computation(step)
            serde_weights.deserialize_weights(transformer, [step], io.BytesIO(file.getvalue()))
            self.assertEqual(serde_weights.extract_op(transformer, v).tolist(), [2, 2, 2])
            self.assertEqual(run().tolist(), [3, 3, 3])

    def test_mismatches_are_listed_and_nothing_is_changed(self):
        v = ng.variable([ng.make_axis(3, name="A")], initial_value=1.0).named("v")
        other = ng.variable([ng.make_axis(2, name="A")], initial_value=5.0)
        with ngt.make_transformer() as transformer:
            transformer.computation(v + 0)
            transformer.allocate()
            file = io.BytesIO()
            serde_weights.serialize_weights(transformer, [v], file)
        with ngt.make_transformer() as transformer:
            run = transformer.computation(other + 0)
            with self.assertRaisesRegex(ValueError, "missing"):
                serde_weights.deserialize_weights(transformer, [other], io.BytesIO(file.getvalue()))
            self.assertEqual(run().tolist(), [5, 5])
            with self.assertRaisesRegex(ValueError, "not a weights file"):
                serde_weights.deserialize_weights(transformer, [other], io.BytesIO(b"nothing"))


if __name__ == "__main__":
    unittest.main()
