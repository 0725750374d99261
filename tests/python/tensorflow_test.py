# SPDX-License-Identifier: Apache-2.0
"""Tests importing TensorFlow graphs: handles, variables, updates, collections, training on."""

import os
import pathlib
import struct
import sys
import tempfile
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.tensorflow import import_model
from ngraph.frontends.tensorflow.tf_importer.importer import TFImporter

TESTS = pathlib.Path(__file__).resolve().parents[1] / "tensorflow"
MODELS = TESTS / "models"
sys.path.insert(0, str(TESTS))
import broken_parts as parts  # noqa: E402


def arrays(name):
    with np.load(MODELS / f"{name}.npz") as file:
        return {key: file[key] for key in file.files}


def written_checkpoint(folder, *keys):
    """A checkpoint with [1, 2] under the first key, [3, 4] under the second."""
    entries = [(0, b"", parts.header())]
    entries += [(0, key.encode(), parts.entry(offset=8 * i)) for i, key in enumerate(keys)]
    (folder / "saved.index").write_bytes(parts.table(entries))
    numbers = [float(i + 1) for i in range(2 * len(keys))]
    (folder / "saved.data-00000-of-00001").write_bytes(struct.pack(f"<{len(numbers)}f", *numbers))
    return str(folder / "saved")


def restoring_graph(key, collection=b""):
    """A variable "v" that a Saver restores from a key, through an Identity."""
    text = parts.tensor(parts.STRING, (1,), extra=parts.field(8, key))
    variable = parts.node("v", "VarHandleOp", (), parts.type_attr("dtype", parts.FLOAT),
                          parts.shape_attr(2))
    graph = parts.graph(
        variable, parts.const("names", text), parts.node("read", "ReadVariableOp", ["v"]),
        parts.node("y", "Neg", ["read"]),
        parts.node("restore", "RestoreV2", ["names", "names", "names"]),
        parts.node("value", "Identity", ["restore"]),
        parts.node("set", "AssignVariableOp", ["v", "value"]))
    return parts.field(1, parts.field(4, "train")) + parts.field(2, graph) + collection


def training_graph():
    importer = TFImporter()
    importer.import_meta_graph(str(MODELS / "training.meta"), str(MODELS / "training"))
    return importer


class TensorflowTest(unittest.TestCase):
    """Models of tests/tensorflow/models."""

    def test_protobuf_by_the_originals_entry_point(self):
        recorded = arrays("mlp")
        importer = TFImporter()
        importer.import_protobuf(str(MODELS / "mlp_text.pbtxt"))
        x, y = importer.get_op_handle_by_name("x"), importer.get_op_handle_by_name("Identity:0")
        run = ngt.make_transformer().computation(y, x)
        np.testing.assert_allclose(run(recorded["in.x"][:1]), recorded["out.Identity"][:1],
                                   rtol=1e-4)
        self.assertIsNone(importer.get_op_handle_by_name("NoOp"))
        with self.assertRaises(KeyError):
            importer.get_op_handle_by_name("nothing")

    def test_nodes_that_nothing_reads(self):
        dtype = parts.type_attr("dtype", parts.FLOAT)
        value = parts.field(8, parts.floats(2.0, 5.0))
        graph = parts.graph(
            parts.placeholder("x"), parts.node("y", "Neg", ["x"]),
            parts.placeholder("rate", (4,)), parts.node("same", "Identity", ["rate"]),
            parts.placeholder("unused", (3,)),
            parts.node("two", "Const", (), dtype, parts.attr("value", value)))
        model = import_model(graph)
        self.assertEqual((list(model.inputs), list(model.outputs), list(model.weights)),
                         (["x"], ["y"], []))
        importer = TFImporter()
        importer.import_graph_def(graph)
        x, rate, same, unused, two = (importer.get_op_handle_by_name(name)
                                      for name in ("x", "rate", "same", "unused", "two"))
        self.assertEqual([op.axes.lengths for op in (x, rate, unused)], [(2, 3), (4,), (3,)])
        run = ngt.make_transformer().computation([same, two], rate)
        found = run([1, 2, 3, 4])
        self.assertEqual([each.tolist() for each in found], [[1, 2, 3, 4], [2, 5]])

    def test_bytes_lengths_and_weights(self):
        recorded = arrays("mlp")
        model = import_model((MODELS / "mlp.pb").read_bytes(), lengths={"batch": 5})
        self.assertEqual(model.not_imported, [])
        self.assertEqual(len(model.weights), 6)
        run = ngt.make_transformer().computation(model["Identity"], model["x"])
        np.testing.assert_allclose(run(recorded["in.x"]), recorded["out.Identity"], rtol=1e-4)

    def test_signature_of_a_saved_model(self):
        recorded = arrays("saved_model")
        model = import_model(MODELS / "saved_model", lengths={"batch": 4})
        self.assertEqual(sorted(model.weights), ["b", "scale", "steps", "w"])
        run = ngt.make_transformer().computation(model["probability"], model["x"])
        np.testing.assert_allclose(run(recorded["in.x"]), recorded["out.probability"], rtol=1e-4)
        with self.assertRaises(KeyError):
            import_model(MODELS / "saved_model", signature="nothing")

    def test_twenty_steps_have_the_losses_of_tensorflow(self):
        recorded = arrays("training")
        importer = training_graph()
        x, labels, loss = (importer.get_op_handle_by_name(n) for n in ("x", "labels", "loss"))
        self.assertEqual(importer.get_collection_handle("losses"), [loss])
        self.assertEqual(len(importer.get_collection_handle("trainable_variables")), 4)
        trained = importer.get_collection_handle("trainable_variables")
        optimizer = neon.GradientDescentMomentum(0.1, momentum_coef=0.9)
        update = optimizer(loss, variables=trained)
        step = ngt.make_transformer().computation([loss, update], x, labels)
        found = [float(step(recorded["in.x"], recorded["in.labels"])[0]) for _ in range(20)]
        with np.load(MODELS / "training_losses.npz") as file:
            np.testing.assert_allclose(found, file["losses"], atol=1e-4, rtol=0)

    def test_assign_add_adds(self):
        importer = training_graph()
        counter, count = (importer.get_op_handle_by_name(n) for n in ("counter", "count"))
        transformer = ngt.make_transformer()
        add, read = transformer.computation(count), transformer.computation(counter)
        before = float(read())
        add()
        add()
        self.assertEqual(float(read()), before + 1)

    def test_restore_sets_the_checkpoints_values(self):
        importer = training_graph()
        w = importer.get_op_handle_by_name("layer0/w")
        transformer = ngt.make_transformer()
        read = transformer.computation(w)
        clear = transformer.computation(ng.assign(w, 0 * w))
        restore = transformer.computation(importer.get_restore_op())
        first = np.array(read())
        clear()
        self.assertEqual(np.abs(read()).max(), 0)
        restore()
        np.testing.assert_array_equal(read(), first)

    def test_restore_finds_the_keys_of_the_saver(self):
        with tempfile.TemporaryDirectory() as name:
            checkpoint = written_checkpoint(pathlib.Path(name), "a", "other/name")
            importer = TFImporter()
            importer.import_meta_graph(restoring_graph("other/name"), checkpoint)
            v = importer.get_op_handle_by_name("v")
            transformer = ngt.make_transformer()
            read = transformer.computation(v)
            clear = transformer.computation(ng.assign(v, 0 * v))
            restore = transformer.computation(importer.get_restore_op())
            clear()
            np.testing.assert_array_equal(read(), [0, 0])
            restore()
            np.testing.assert_array_equal(read(), [3, 4])

    def test_restore_needs_a_value_of_each_variable(self):
        with tempfile.TemporaryDirectory() as name:
            importer = TFImporter()
            importer.import_meta_graph(restoring_graph("nothing"),
                                       written_checkpoint(pathlib.Path(name), "a"))
            with self.assertRaisesRegex(ValueError, "no value of the variable 'v'"):
                importer.get_restore_op()

    def test_nodes_that_restore_are_no_updates(self):
        self.assertEqual(import_model(restoring_graph("v")).not_imported, [])

    def test_no_checkpoint_lies_beside_bytes(self):
        saved = (MODELS / "saved_model/saved_model.pb").read_bytes()
        before = os.getcwd()
        os.chdir(MODELS / "saved_model")
        try:
            self.assertEqual(import_model(saved).checkpoint, "")
            self.assertNotEqual(import_model("saved_model.pb").checkpoint, "")
        finally:
            os.chdir(before)

    def test_collections_of_other_bytes(self):
        members = b"".join(parts.field(1, parts.field(1, each))
                           for each in (b"v", b"\xff\xfe", b"a\nb"))
        collection = parts.field(4, parts.field(1, "names") +
                                 parts.field(2, parts.field(2, members)))
        model = import_model(restoring_graph("v", collection))
        self.assertEqual(model.collections["names"], ["v"])


if __name__ == "__main__":
    unittest.main()
