# SPDX-License-Identifier: Apache-2.0
"""Tests importing ONNX models: by file and bytes, handles by name, lengths, training on."""

import json
import pathlib
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.onnx import import_model, import_onnx_file, load_model

MODELS = pathlib.Path(__file__).resolve().parents[1] / "onnx/models"


def arrays(name):
    with np.load(MODELS / f"{name}.npz") as file:
        return {key: file[key] for key in file.files}


# With the settings of tests/onnx/write_torch.py.
OPTIMIZERS = {
    "sgd": lambda: neon.GradientDescentMomentum(0.1),
    "momentum": lambda: neon.GradientDescentMomentum(0.02, momentum_coef=0.9),
    "adam": lambda: neon.Adam(0.01, epsilon=1e-12),
}


def losses(name, classes, optimizer, steps):
    """Cross entropy before each step, all on the batch of the model's arrays."""
    model = import_model(MODELS / f"{name}.onnx", lengths={"batch": len(classes)})
    y = model["y"]
    labels = ng.placeholder(axes=(y.axes[0],))
    cost = ng.cross_entropy_multi(ng.softmax(y), ng.one_hot(labels, axis=y.axes[1]))
    loss = ng.mean(cost, out_axes=())
    step = ngt.make_transformer().computation([loss, optimizer(cost)], model["x"], labels)
    x = arrays(name)["in.x"]
    return [float(step(x, classes)[0]) for _ in range(steps)]


class OnnxTest(unittest.TestCase):
    """Models of tests/onnx/models."""

    def test_file_by_the_originals_entry_point(self):
        recorded = arrays("resnet_block")
        models = import_onnx_file(str(MODELS / "resnet_block.onnx"))
        self.assertEqual([model["name"] for model in models], ["features"])
        run = ngt.make_transformer().computation(models[0]["output"], *models[0]["inputs"])
        np.testing.assert_allclose(run(recorded["in.x"]), recorded["out.features"], rtol=1e-4,
                                   atol=1e-5)

    def test_bytes_with_lengths_and_handles(self):
        recorded = arrays("mlp")
        model = import_model((MODELS / "mlp.onnx").read_bytes(), lengths={"batch": 4})
        self.assertEqual(list(model.inputs), ["x"])
        self.assertEqual(model.not_imported, [])
        self.assertIn("w0", model.weights)
        run = ngt.make_transformer().computation(model["probability"], model["x"])
        np.testing.assert_allclose(run(recorded["in.x"]), recorded["out.probability"], rtol=1e-4)

    def test_arrays_set_the_lengths_and_programs_are_kept(self):
        recorded = arrays("mlp")
        x, expected = recorded["in.x"], recorded["out.probability"]
        model = load_model(MODELS / "mlp.onnx", kept=2)
        for rows, compilations in [(4, 1), (1, 2), (4, 2), (3, 3), (4, 3), (1, 4)]:
            found = model(x=x[:rows])["probability"]
            np.testing.assert_allclose(found, expected[:rows], rtol=1e-4)
            self.assertEqual(model.compilations, compilations, f"{rows} rows")
        found = load_model((MODELS / "mlp.onnx").read_bytes())({"x": np.concatenate([x, x])})
        np.testing.assert_allclose(found["probability"], np.concatenate([expected, expected]),
                                   rtol=1e-4)

    def test_results_are_in_the_order_of_the_model(self):
        for name in ("narrow", "loops"):
            recorded = arrays(name)
            inputs = {key[3:]: value for key, value in recorded.items() if key.startswith("in.")}
            path = MODELS / f"{name}.onnx"
            outputs = import_model(path).outputs
            expected = [output for output in outputs if f"out.{output}" in recorded]
            self.assertNotEqual(expected, sorted(expected))
            self.assertEqual(list(load_model(path)(inputs)), expected)

    def test_arrays_that_do_not_fit_are_refused(self):
        x = arrays("mlp")["in.x"]
        model = load_model(MODELS / "mlp.onnx")
        with self.assertRaisesRegex(KeyError, "no input 'y'"):
            model(x=x, y=x)
        with self.assertRaisesRegex(KeyError, "'w0' is in the file"):
            model(x=x, w0=x)
        with self.assertRaisesRegex(TypeError, "by name.* not as ndarray"):
            model(x)
        with self.assertRaisesRegex(TypeError, "input 'x' is of the type <U1; expected an array"):
            model(x=np.array([["a"]]))
        with self.assertRaisesRegex(TypeError, "input 'x' is of the type .*object"):
            model(x=object())
        with self.assertRaisesRegex(KeyError, "'x' is missing"):
            model()
        with self.assertRaisesRegex(ValueError, "number of dimensions"):
            model(x=x[0])
        with self.assertRaises(ValueError):
            model(x=x[:, :-1])
        self.assertEqual(model(x=x)["probability"].shape[0], len(x))

    def test_bfloat16_arrays_are_inputs(self):
        try:
            import ml_dtypes
        except ImportError:
            self.skipTest("ml_dtypes is not installed")
        x = arrays("mlp")["in.x"].astype(ml_dtypes.bfloat16)
        model = load_model(MODELS / "mlp.onnx")
        np.testing.assert_array_equal(model(x=x)["probability"],
                                      model(x=x.astype(np.float32))["probability"])

    def test_unknown_length_is_refused(self):
        with self.assertRaises(KeyError):
            import_model(MODELS / "mlp.onnx", lengths={"bach": 4})

    def test_weights_have_gradients(self):
        recorded = arrays("mlp")
        model = import_model(MODELS / "mlp.onnx", lengths={"batch": 4})
        probability = model["probability"]
        cost = ng.sum(probability * probability, reduction_axes=probability.axes)
        gradient = ng.deriv(cost, model.weights["w1"])
        run = ngt.make_transformer().computation(gradient, model["x"])
        found = run(recorded["in.x"])
        self.assertEqual(found.shape, (16, 16))
        self.assertGreater(np.abs(found).max(), 0)

    def test_trains_on_with_the_losses_of_pytorch(self):
        record = json.loads((MODELS / "training.json").read_text(encoding="utf-8"))
        for name, row in record["models"].items():
            for kind, expected in row["losses"].items():
                with self.subTest(model=name, optimizer=kind):
                    found = losses(name, np.array(row["classes"]), OPTIMIZERS[kind](),
                                   len(expected))
                    np.testing.assert_allclose(found, expected, atol=1e-4, rtol=0)


if __name__ == "__main__":
    unittest.main()
