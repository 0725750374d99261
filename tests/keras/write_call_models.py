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
    """A cast that returns its input, which has a mask, and one that does not; attention."""
    tokens = tokens_input()
    x = layers.Embedding(7, 3, mask_zero=True)(tokens)
    made = [layers.LSTM(2)(ops.cast(x, "float32")),
            layers.LSTM(2)(ops.cast(ops.cast(x, "float64"), "float32"))]
    # Only the query has a mask, then a mask of the call that is the same for all keys.
    y = layers.Embedding(7, 3)(tokens)
    made += [layers.MultiHeadAttention(2, 3)(layers.Dense(3)(x), y),
             layers.MultiHeadAttention(1, 3)(y, y, attention_mask=(tokens > 1)[:, :, None])]
    made += layers.Attention()([x, x], return_attention_scores=True)
    made += layers.AdditiveAttention()([x, x], return_attention_scores=True)
    return keras.Model(tokens, made)


def masked(name):
    return layers.Embedding(7, 4, mask_zero=True, name=name)


@model
def order_of_calls():
    """Readers of a mask that attention takes off their input, before or after they run.
    With a keyword, Keras does not write the mask into the file."""
    tokens = tokens_input()
    made = []
    # Keras runs the near call of a layer early if it has counted the far call before.
    plain = layers.Embedding(7, 4, name="plain")(tokens)
    for near_first in (True, False):
        x = masked(f"shared_{near_first}")(tokens)
        twice = layers.LSTM(4, return_sequences=True, name=f"twice_{near_first}")
        near, far = twice(x, training=False), layers.Dense(2)(layers.Dense(2)(twice(plain)))
        made += [near, far] if near_first else [far, near]
        made.append(layers.Dense(2)(layers.MultiHeadAttention(1, 3)(x, x)))
    # Of equal distance, and one of them farther.
    for orders in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        x = masked("tie_" + "".join(map(str, orders)))(tokens)
        near = [layers.GRU(2)(x, training=False), layers.MultiHeadAttention(1, 3)(x, x),
                layers.Dense(2)(layers.SimpleRNN(2)(x, training=False))]
        made += [near[i] for i in orders]
    made += blocks(tokens)
    return keras.Model(tokens, made)


def blocks(tokens):
    """Models inside the model, which run at once, and arguments by keyword."""
    made = []
    for keyed in (False, True):
        x = masked(f"nested_{keyed}")(tokens)
        a = keras.Input((5, 4))
        h = layers.MultiHeadAttention(1, 3)(a, value=a, key=a) if keyed else (
            layers.MultiHeadAttention(1, 3)(a, a))
        inner = keras.Model(a, [layers.GRU(2)(a), layers.Dropout(0.5)(h)], name=f"inner_{keyed}")
        made += [layers.Dense(2)(layers.MultiHeadAttention(1, 3)(layers.Add()([x, x]), x)),
                 layers.MultiHeadAttention(1, 3)(x, x)] + [
                     layers.Dense(2)(each) for each in inner(x)]
    return made


@model
def calls_of_models():
    """A model that is called twice, whose calls outputs count from 1; inputs by name."""
    x, y = keras.Input((4,), name="x"), keras.Input((4,), name="y")
    a, b = keras.Input((4,), name="a"), keras.Input((4,), name="b")
    inner = keras.Model(a, layers.Dense(3)(a), name="inner")
    first, second = inner(x), inner(y)
    apart = keras.Model({"b": b, "a": a}, {"v": a - b, "u": layers.Dense(2)(a)}, name="apart")
    keyed = apart({"a": x, "b": y})
    return keras.Model([x, y], [first, layers.Dense(2)(second), layers.Dense(2)(first),
                                layers.Dense(2)(keyed["u"]), layers.Dense(2)(keyed["v"])])


@model
def named_outputs():
    """Outputs by name, one of them that of its layer; inputs in another order than their layers."""
    x, y = keras.Input((4,), name="x"), keras.Input((4,), name="y")
    last = layers.Dense(4)(layers.Dense(4)(y)) + x
    return keras.Model([x, y], {"sum": last, "logits": layers.Dense(2)(y),
                                "scores": layers.Dense(3, name="scores")(x)})


@model
def functions():
    """Functions of keras.ops that are no layers."""
    x, tokens = keras.Input((4, 6), name="x"), tokens_input()
    made = [ops.clip(x, -0.5, 0.25), ops.clip(tokens, 2, 4), ops.softmax(x, axis=1),
            ops.stack([x, -x], axis=-2), ops.argmax(x, axis=-1), ops.argmin(x, 1, keepdims=True),
            ops.var(x, axis=(1, 2)), ops.std(x, axis=-1, keepdims=True), ops.mod(x, 0.3),
            ops.mod(tokens, -4), ops.floor_divide(tokens, -4), ops.arctan2(x, x - 0.1),
            ops.cumsum(x, axis=1), ops.one_hot(tokens, 7), ops.swapaxes(x, 1, 2),
            ops.roll(x, 2, axis=1), ops.take(x, ops.argmax(x, axis=2)[0], axis=2), ops.sign(x),
            ops.round(x), ops.round(x, 2), ops.tile(x, (1, 2, 1)), ops.repeat(x, 3, axis=2)]
    return keras.Model([x, tokens], made)


@model
def shared_names():
    """Functions that have the names of layers but compute something else."""
    x, y = keras.Input((4, 6), name="x"), keras.Input((6, 3), name="y")
    made = [ops.average(x, axis=1), ops.average(x), ops.average(x, axis=1, weights=x[0, :, 1]),
            ops.average(x, weights=ops.exp(x)), ops.dot(x, y), ops.dot(x, y[0, :, 0]),
            ops.dot(x[0, 1], x[0, 2]), ops.dot(x, 2.0), layers.Average()([x, 2 * x]),
            layers.Dot(axes=(2, 1))([x, y])]
    # A layer adds axes of one element after the batch, a function before it.
    batch, vector = len(common.PADDED), layers.Flatten()(y)[:, :6]
    rows = x[:, :batch]
    for layer in (layers.Add, layers.Subtract, layers.Multiply, layers.Average, layers.Maximum,
                  layers.Minimum):
        made.append(layer()([rows, vector]))
    for function in (ops.add, ops.subtract, ops.multiply, ops.maximum, ops.minimum):
        made.append(function(rows, vector))
    return keras.Model([x, y], made)


class Dense(layers.Dense):
    """Has the name of a layer of Keras."""

    def call(self, x):
        return 100 * super().call(x)


@keras.saving.register_keras_serializable()
class Average(layers.Layer):
    def call(self, x):
        return 3 * x


@model
def own_layers():
    x = keras.Input((4,), name="x")
    return keras.Model(x, [Dense(3)(x), Average()(x)])


@model
def one_mean():
    """A normalisation by one mean and variance."""
    x = keras.Input((4, 3), name="x")
    return keras.Model(x, layers.Normalization(axis=None, mean=1.5, variance=4.0)(x))


@model
def stateful():
    x = keras.Input((4, 3), batch_size=len(common.PADDED), name="x")
    y = layers.Bidirectional(layers.GRU(2, stateful=True, return_sequences=True))(x)
    return keras.Model(x, layers.LSTM(2, stateful=True)(y))


@model
def quantised():
    x, tokens = keras.Input((4, 6), name="x"), tokens_input()
    made = [layers.Dense(3)(x), layers.Embedding(7, 3)(tokens),
            layers.EinsumDense("abc,cd->abd", (None, 3))(x), layers.MultiHeadAttention(2, 3)(x, x)]
    net = keras.Model([x, tokens], made)
    common.set_weights(net)
    net.quantize("int8")
    return net


@model
def inner_axes():
    """Normalisations along dimensions before the last one, and a ReLU with a threshold."""
    x = keras.Input((3, 4, 5), name="x")
    made = [layers.LayerNormalization(axis=1)(x), layers.LayerNormalization(axis=[1, 2])(x),
            layers.BatchNormalization(axis=2)(x),
            layers.ReLU(threshold=0.3)(x),
            layers.ReLU(max_value=1, negative_slope=0.1, threshold=0.5)(x)]
    return keras.Model(x, made)


@model
def repeated_outputs():
    """Results of layers and an input that are several outputs."""
    x = keras.Input((3,), name="x")
    y = layers.Dense(2, name="y")(x)
    return keras.Model(x, [y, y, x, layers.ReLU(name="z")(y), x, y])


@model
def unknown_results():
    """A function of several results that is not imported."""
    x = keras.Input((4, 4), name="x")
    values, vectors = ops.linalg.eigh(x)
    return keras.Model(x, [vectors, values + 1])


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
