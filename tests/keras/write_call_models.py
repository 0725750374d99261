# SPDX-License-Identifier: Apache-2.0
"""Writes models of Keras whose calls mix types, return their inputs, or run in an order that
matters, into models/, next to those of write_models.py.

    write_call_models.py [FOLDER]
"""

import os

import write_models as common  # before Keras: sets its environment
import keras  # noqa: E402
from keras import layers  # noqa: E402

ops = keras.ops
MODELS = []


def model(function):
    MODELS.append(function)
    return function


def tokens_input():
    return keras.Input((5,), dtype="int32", name="tokens")


@model
def mixed_types():
    """Numbers of Python next to integers and flags; integers that become floats."""
    tokens = tokens_input()
    x = keras.Input((5,), name="x")
    mask, wide = ops.not_equal(tokens, 0), ops.cast(tokens, "int64")
    made = [ops.where(tokens > 0, 7, 3), ops.where(tokens > 0, tokens, -1.5),
            ops.where(tokens > 0, 0.5, 2), ops.where(mask, mask, 2), mask * 2, mask * 0.5,
            tokens * mask, x * mask, x * tokens, wide + tokens, ops.equal(mask, 1),
            ops.less(tokens, 2.5), ops.sum(mask, axis=1), ops.max(mask, axis=1),
            ops.min(mask, axis=1), ops.mean(mask, axis=1), ops.mean(tokens, axis=1),
            tokens / 2, ops.divide(tokens, 4), ops.square(mask), ops.exp(tokens),
            ops.sqrt(tokens)]
    return keras.Model([tokens, x], made)


@model
def masked_calls():
    """A cast that returns its input, which has a mask, and one that does not; scores."""
    tokens = tokens_input()
    x = layers.Embedding(7, 3, mask_zero=True)(tokens)
    made = [layers.LSTM(2)(ops.cast(x, "float32")),
            layers.LSTM(2)(ops.cast(ops.cast(x, "float64"), "float32"))]
    made += layers.Attention()([x, x], return_attention_scores=True)
    made += layers.AdditiveAttention()([x, x], return_attention_scores=True)
    return keras.Model(tokens, made)


def main():
    os.makedirs(common.FOLDER, exist_ok=True)
    for function in MODELS:
        keras.utils.clear_session()
        made = function()
        common.set_weights(made)
        common.record(function.__name__, made, len(common.PADDED), {"tokens": common.PADDED})
        made.save(os.path.join(common.FOLDER, function.__name__ + ".keras"))
        print(function.__name__)


if __name__ == "__main__":
    main()
