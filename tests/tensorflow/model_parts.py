# SPDX-License-Identifier: Apache-2.0
"""What write_models.py builds models from: seeded weights, frozen graphs, recorded arrays."""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.python.framework.convert_to_constants import (  # noqa: E402
    convert_variables_to_constants_v2)

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "tests/tensorflow/models"


def numbers(shape, seed, scale=1.0):
    return (np.random.RandomState(seed).standard_normal(shape) * scale).astype(np.float32)


def weight(shape, seed):
    fan = max(1, int(np.prod(shape[:-1])))
    return tf.Variable(numbers(shape, seed, 1 / np.sqrt(fan)))


def record(name, inputs, outputs):
    arrays = {"in." + key: np.asarray(value) for key, value in inputs.items()}
    arrays.update({"out." + key: np.asarray(value) for key, value in outputs.items()})
    np.savez_compressed(os.path.join(FOLDER, name + ".npz"), **arrays)


def write_graph(name, graph_def, text=False):
    # The runtime's annotations only.
    graph_def.ClearField("library") if not graph_def.library.function else None
    graph_def.versions.Clear()
    for node in graph_def.node:
        for key in [key for key in node.attr if key.startswith("_")]:
            del node.attr[key]
    tf.io.write_graph(graph_def, FOLDER, name + (".pbtxt" if text else ".pb"), as_text=text)


def freeze(name, function, inputs, text=False, lower=True):
    """A frozen GraphDef of `function`, whose inputs are keyword arguments."""
    specs = {key: tf.TensorSpec((None,) + value.shape[1:] if value.ndim else (), value.dtype, key)
             for key, value in inputs.items()}
    concrete = tf.function(function).get_concrete_function(**specs)
    frozen = convert_variables_to_constants_v2(concrete, lower_control_flow=lower)
    results = tf.nest.flatten(function(**{k: tf.constant(v) for k, v in inputs.items()}))
    names = [each.name.split(":")[0] for each in frozen.outputs]
    write_graph(name, frozen.graph.as_graph_def(), text)
    record(name, inputs, {n: r for n, r in zip(names, results)})


def dense(x, units, seed, activation=None):
    y = tf.nn.bias_add(tf.matmul(x, weight((x.shape[-1], units), seed)), weight((units,), seed + 1))
    return activation(y) if activation else y


class Weights:
    """Variables made once, by order of use."""

    def __init__(self, seed):
        self.seed, self.all, self.at = seed, [], 0

    def __call__(self, *shape):
        if self.at == len(self.all):
            self.all.append(weight(shape, self.seed + self.at))
        self.at += 1
        return self.all[self.at - 1]

    def positive(self, *shape):
        if self.at == len(self.all):
            self.all.append(tf.Variable(np.abs(numbers(shape, self.seed + self.at)) + 0.5))
        self.at += 1
        return self.all[self.at - 1]

    def begin(self):
        self.at = 0
