# SPDX-License-Identifier: Apache-2.0
"""Writes models of Keras 2 (the package tf_keras), next to those of write_models.py.

    write_old_models.py [FOLDER]
"""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import numpy as np  # noqa: E402
import tf_keras as keras  # noqa: E402
from tf_keras import layers  # noqa: E402

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "tests/keras/models"


def numbers(shape, seed):
    return np.random.RandomState(seed).standard_normal(shape).astype(np.float32)


def write(name, suffix, made, **inputs):
    for i, variable in enumerate(made.weights):
        value = numbers(variable.shape, i) * 0.3
        variable.assign(np.abs(value) + 0.5 if "variance" in variable.name else value)
    given = list(inputs.values())
    output = made(given if len(given) > 1 else given[0], training=False)
    arrays = {"in." + key: value for key, value in inputs.items()}
    arrays["out." + made.output_names[0]] = np.asarray(output)
    made.save(os.path.join(FOLDER, f"{name}.{suffix}"))
    np.savez_compressed(os.path.join(FOLDER, name + ".npz"), **arrays)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    inner = keras.Sequential([layers.Dense(4, input_shape=(6,)), layers.BatchNormalization()],
                             name="inner")
    a, b = keras.Input((6,), name="a"), keras.Input((6,), name="b")
    shared = layers.Dense(4, activation="hard_sigmoid", name="shared")
    joined = layers.Concatenate(name="joined")([shared(inner(a)), shared(inner(b))])
    write("old_nested", "h5", keras.Model([a, b], joined), a=numbers((2, 6), 1),
          b=numbers((2, 6), 2))
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    h = layers.Embedding(7, 8)(tokens)
    h = layers.LayerNormalization()(h + 0.5 * layers.MultiHeadAttention(2, 3)(h, h))
    h = layers.Bidirectional(layers.LSTM(3, return_sequences=True), name="both")(h)
    write("old_attention", "keras", keras.Model(tokens, h),
          tokens=np.random.RandomState(1).randint(0, 7, (2, 5)).astype(np.int32))
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    x = layers.Embedding(7, 3, mask_zero=True)(tokens)
    h, state = layers.GRU(3, return_sequences=True, return_state=True)(layers.Dropout(0.5)(x))
    h = layers.Add()([layers.Dense(3)(x), layers.SimpleRNN(3, return_sequences=True)(
        h, initial_state=state)])
    h = layers.Bidirectional(layers.LSTM(2, return_sequences=True))(h)
    write("old_masked", "h5", keras.Model(tokens, layers.GlobalAveragePooling1D()(h)),
          tokens=np.array([[0, 3, 1, 0, 5], [2, 4, 6, 0, 0], [0, 0, 0, 0, 6]], np.int32))
    write_joined()


def write_joined():
    """Layers that join, keep and drop masks by other rules than those of Keras 3."""
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    others = keras.Input((5,), dtype="int32", name="others")
    x, y = (layers.Embedding(7, 3, mask_zero=True)(each) for each in (tokens, others))
    z = layers.Embedding(7, 3)(others)
    joined = [layers.Add()([x, y]), layers.Add()([x, z]), layers.Maximum()([z, y, x]),
              layers.Concatenate()([x, y]), layers.Concatenate()([x, z]),
              layers.Concatenate(axis=1)([x, y]), layers.Average()([x, x]),
              layers.ThresholdedReLU(0.1)(x), layers.Identity()(x), layers.Rescaling(2.0)(x)]
    made = layers.Concatenate()([layers.LSTM(2)(each) for each in joined])
    write("old_joined", "h5", keras.Model([tokens, others], made),
          tokens=np.array([[0, 3, 1, 0, 5], [2, 4, 6, 0, 0], [0, 0, 0, 0, 6]], np.int32),
          others=np.array([[1, 0, 1, 0, 5], [0, 4, 6, 2, 0], [0, 3, 0, 2, 6]], np.int32))


if __name__ == "__main__":
    main()
