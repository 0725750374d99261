# SPDX-License-Identifier: Apache-2.0
"""Writes small models of scikit-learn's ONNX converter, and scikit-learn's outputs.

Run by ./dev test-frameworks; needs the packages scikit-learn, skl2onnx and numpy. The files of a
model are NAME.onnx, and NAME.npz with arrays "in.INPUT" and "out.OUTPUT".
"""

import pathlib
import sys
import warnings

import numpy as np
from skl2onnx import convert_sklearn
from skl2onnx.common.data_types import FloatTensorType
from sklearn.decomposition import PCA
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline

OPSET = 18


def models():
    yield "sklearn_mlp", make_pipeline(PCA(4), MLPRegressor(hidden_layer_sizes=(8, 6),
                                                            activation="tanh", max_iter=20,
                                                            random_state=1))
    yield "sklearn_gaussian_process", GaussianProcessRegressor(alpha=0.1)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(20)
    x = random.normal(0, 1, (12, 6)).astype(np.float32)
    y = np.sin(x[:, 0]) + x[:, 1] * x[:, 2]
    for name, model in models():
        model.fit(x, y)
        made = convert_sklearn(model, name, [("x", FloatTensorType([None, 6]))],
                               final_types=[("y", FloatTensorType([None, 1]))], target_opset=OPSET)
        (folder / f"{name}.onnx").write_bytes(made.SerializeToString())
        outputs = model.predict(x[:5]).reshape(5, 1).astype(np.float32)
        np.savez(folder / f"{name}.npz", **{"in.x": x[:5], "out.y": outputs})


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # about training that ends early
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1
         else pathlib.Path(__file__).parent / "models")
