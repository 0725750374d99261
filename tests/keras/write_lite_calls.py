# SPDX-License-Identifier: Apache-2.0
"""Writes models of TensorFlow Lite with recurrent operators, loops, branches and variables into
models/, next to those of write_models.py.

    write_lite_calls.py [FOLDER]
"""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
import tf_keras  # noqa: E402

import lite_files  # noqa: E402
from lite_files import numbers  # noqa: E402

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "tests/keras/models"


def write(name, function, owner=None, integers=False, **inputs):
    """integers: all values are quantised to 8 bits, also inputs and outputs."""
    specs = [tf.TensorSpec(value.shape, value.dtype, key) for key, value in inputs.items()]
    concrete = tf.function(function).get_concrete_function(*specs)
    converter = tf.lite.TFLiteConverter.from_concrete_functions([concrete], owner or tf.Module())
    converter.experimental_enable_resource_variables = True
    if integers:
        lite_files.quantise(converter, inputs, 30)
    interpreter = lite_files.save(FOLDER, name, converter.convert(), inputs, integers)
    print(name, [each["op_name"] for each in interpreter._get_ops_details()])


def layer_of(layer, shape, seed):
    x = tf_keras.Input(shape[1:], batch_size=shape[0])
    made = tf_keras.Model(x, layer(x))
    for i, variable in enumerate(made.weights):
        variable.assign(numbers(variable.shape, seed + i, 0.4))
    return made


def layer(name, made, shape, **options):
    model = layer_of(made, shape, 3)
    write(name, model, model, x=numbers(shape, 7), **options)


class Counter(tf.Module):
    def __init__(self):
        self.total = tf.Variable(numbers((2, 3), 1))
        self.factor = tf.Variable(np.float32(1.5))

    def add(self, x):
        before = self.total * 2.0
        self.total.assign_add(x * self.factor)
        self.factor.assign(self.factor + 1.0)
        return {"before": before, "after": self.total * self.factor}


class Pair(tf.Module):
    """Variables that have one value for a time."""

    def __init__(self):
        self.first, self.second = tf.Variable(numbers((2, 3), 1)), tf.Variable(numbers((2, 3), 2))

    def set(self, x):
        before = {"first": self.first * 1.0, "second": self.second * 1.0}
        both = x * 2.0
        self.first.assign(both)
        self.second.assign(both)
        self.first.assign(x * 3.0)
        return {**before, "sum": self.first + self.second}


def newton(x, steps):
    """A loop in which the number of the iteration matters, with an element of x in each."""
    def body(i, value, seen):
        value = value - tf.tanh(value) * x[i] / tf.cast(i + 2, tf.float32)
        return i + 1, value, tf.maximum(seen, value)

    return tf.while_loop(lambda i, *_: i < steps, body,
                         (tf.constant(0), tf.ones_like(x[0]), tf.zeros_like(x[0])))


def returned(x):
    """Values of several outputs, one of them also the input."""
    y = tf.nn.relu(x) * 2.0
    return {"first": y, "again": y, "same": x, "next": y + 1.0}


def rearranged(x, i):
    """Operators of blocks, segments, diagonals and bits."""
    blocks = tf.raw_ops.SpaceToBatchND(input=x[:, :, :, None], block_shape=[2, 3],
                                       paddings=[[0, 0], [1, 2]])
    return {"blocks": blocks,
            "back": tf.raw_ops.BatchToSpaceND(input=blocks, block_shape=[2, 3],
                                              crops=[[0, 0], [1, 2]]),
            "scattered": tf.scatter_nd([[2], [0], [2]], x[0, :3], [4, 3]),
            "unsorted": tf.math.unsorted_segment_sum(x[0], [1, 0, 1, 2], 3),
            "diagonal": tf.linalg.diag(x[0, 0]), "all": tf.reduce_all(x > 0.0, 2),
            "xor": tf.bitwise.bitwise_xor(i, 5), "shifted": tf.bitwise.right_shift(i, 2)}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    layers = tf_keras.layers
    layer("lite_fused_lstm", layers.LSTM(3, return_sequences=True), (2, 5, 4))
    layer("lite_int8_lstm", layers.LSTM(3, return_sequences=True), (1, 5, 4), integers=True)
    layer("lite_two_ways", layers.Bidirectional(layers.LSTM(3, return_sequences=True)), (2, 5, 4))
    layer("lite_gru", layers.GRU(3, return_sequences=True), (2, 5, 4))
    layer("lite_rnn", layers.SimpleRNN(3), (2, 5, 4))
    write("lite_while", lambda x: newton(x, 3)[1:], x=numbers((4, 2, 3), 2))
    write("lite_if", lambda x, flag: tf.cond(flag, lambda: tf.tanh(x) * 2.0,
                                             lambda: tf.matmul(x, numbers((3, 3), 4))),
          x=numbers((2, 3), 5), flag=np.array(True))
    write("lite_if_nested", lambda x: tf.cond(
        tf.reduce_sum(x) > 0.0, lambda: newton(x, 2)[1], lambda: x[0]), x=numbers((4, 2, 3), 2))
    counter = Counter()
    write("lite_variables", counter.add, counter, x=numbers((2, 3), 6))
    write("lite_rearranged", rearranged, x=numbers((1, 4, 3), 8),
          i=np.array([7, -9, 256], np.int32))
    write("lite_returned", returned, x=numbers((2, 3), 6))
    pair = Pair()
    write("lite_variables_equal", pair.set, pair, x=numbers((2, 3), 6))


if __name__ == "__main__":
    main()
