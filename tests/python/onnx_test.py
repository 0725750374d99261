# SPDX-License-Identifier: Apache-2.0
"""Tests importing ONNX models: by file and bytes, handles by name, lengths, training on."""

import pathlib
import unittest

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends.onnx import import_model, import_onnx_file

MODELS = pathlib.Path(__file__).resolve().parents[1] / "onnx/models"


def arrays(name):
    with np.load(MODELS / f"{name}.npz") as file:
        return {key: file[key] for key in file.files}


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


if __name__ == "__main__":
    unittest.main()
