# SPDX-License-Identifier: Apache-2.0
"""Tests importing Keras and TensorFlow Lite models: outputs, any batch, training on."""

import pathlib
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.keras import import_model, load_model

MODELS = pathlib.Path(__file__).resolve().parents[1] / "keras/models"


def arrays(name):
    with np.load(MODELS / f"{name}.npz") as file:
        return {key: file[key] for key in file.files}


class Keras(unittest.TestCase):
    def test_models_are_called_with_any_batch(self):
        recorded = arrays("nested")
        for suffix in ("keras", "h5"):
            model = load_model(MODELS / f"nested.{suffix}")
            for rows in (3, 1):
                found = model(x=recorded["in.x"][:rows], y=recorded["in.y"][:rows])
                for name in ("joined", "maximum"):
                    np.testing.assert_allclose(found[name], recorded[f"out.{name}"][:rows],
                                               rtol=1e-4, atol=1e-5)

    def test_lite_models_are_called(self):
        recorded = arrays("lite_int8")
        found = load_model(MODELS / "lite_int8.tflite")(image=recorded["in.image"])
        np.testing.assert_array_equal(found["output_0"], recorded["out.output_0"])

    def test_weights_train_on(self):
        recorded = arrays("mlp")
        model = import_model(MODELS / "mlp.keras", lengths={"batch": 3})
        self.assertEqual(model.not_imported, [])
        self.assertEqual(list(model.weights), ["hidden/kernel", "hidden/bias", "dense/kernel",
                                               "dense/bias", "classes/kernel"])
        x, y = model["x"], model["classes"]
        labels = ng.placeholder(axes=(y.axes[0],))
        cost = ng.cross_entropy_multi(y, ng.one_hot(labels, axis=y.axes[1]))
        with ngt.make_transformer() as transformer:
            step = transformer.computation([ng.mean(cost, out_axes=()), neon.Adam(0.05)(cost)],
                                           x, labels)
            losses = [float(step(recorded["in.x"], np.array([0, 1, 2]))[0]) for _ in range(30)]
        self.assertLess(losses[-1], losses[0] / 2)


if __name__ == "__main__":
    unittest.main()
