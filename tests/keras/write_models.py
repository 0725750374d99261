# SPDX-License-Identifier: Apache-2.0
"""Writes models/: models of Keras as NAME.keras, NAME.h5 and NAME.tflite, with the inputs and
outputs of a run in NAME.npz, and files of tensors as h5py writes them.

    write_models.py [FOLDER]
"""

import os
import shutil
import sys
import zipfile

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import h5py  # noqa: E402
import keras  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from keras import layers  # noqa: E402

import lite_files  # noqa: E402
from lite_files import numbers  # noqa: E402

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "tests/keras/models"
MODELS = {}
# Left and right padding with 0, gaps, a row of padding only.
PADDED = np.array([[0, 0, 3, 1, 5], [2, 4, 6, 0, 0], [0, 0, 0, 0, 0], [5, 0, 2, 0, 1]], np.int32)


def model(*suffixes, inputs=None, **recorded):
    """Registers a function that makes a model; it is written as each of these kinds of file.
    `inputs` are some of its inputs by name; those of `recorded` are those of another run, which
    NAME_KEY.npz has."""
    def register(function):
        MODELS[function.__name__] = (function, suffixes or ("keras",), inputs or {})
        for key, given in recorded.items():
            MODELS[f"{function.__name__}_{key}"] = (function, (), given)
        return function
    return register


def set_weights(made):
    """Seeded weights, no zeros: a missing bias must be noticed. Variances are positive."""
    for i, variable in enumerate(made.variables):
        if "seed" in variable.path or "float" not in variable.dtype:
            continue
        fan = max(1, int(np.prod(variable.shape[:-1])))
        value = numbers(variable.shape, i, 0.7 / np.sqrt(fan) if len(variable.shape) > 1 else 0.3)
        if "variance" in variable.path:
            value = np.abs(value) + 0.5
        variable.assign(value)


def references(value):
    if isinstance(value, list) and len(value) == 3 and isinstance(value[0], str):
        return [value]
    values = value.values() if isinstance(value, dict) else value
    return [found for each in values for found in references(each)] if isinstance(
        value, (list, dict)) else []


def output_names(made):
    if isinstance(made, keras.Sequential):
        return [made.layers[-1].name]
    if isinstance(made.output, dict):
        return sorted(made.output)
    names = []
    for layer, call, index in references(made.get_config()["output_layers"]):
        if any(each.name == layer and type(each).__name__ == "Functional" for each in made.layers):
            call -= 1  # call 0 is what made it
        name = layer + (f"/call_{call}" if call else "") + (f":{index}" if index else "")
        names.append(name)
    return [name + (f"_{count + 1}" if (count := names[:i].count(name)) else "")
            for i, name in enumerate(names)]


def record(name, made, batch, given):
    inputs = {}
    batch = max([batch] if not given else [len(value) for value in given.values()])
    for i, tensor in enumerate(made.inputs):
        if tensor.name in given:
            inputs[tensor.name] = given[tensor.name]
            continue
        shape = (batch,) + tuple(5 if d is None else d for d in tensor.shape[1:])
        if tensor.dtype == "int32":
            inputs[tensor.name] = np.random.RandomState(i).randint(0, 7, shape).astype(np.int32)
        else:
            inputs[tensor.name] = numbers(shape, 100 + i)
    made_of = made(list(inputs.values()) if len(inputs) > 1 else list(inputs.values())[0])
    results = keras.tree.flatten(made_of)
    arrays = {"in." + key: value for key, value in inputs.items()}
    for key, value in zip(output_names(made), results):
        arrays["out." + key] = np.asarray(value)
    np.savez_compressed(os.path.join(FOLDER, name + ".npz"), **arrays)


@model("keras", "h5")
def recurrent_convolutions():
    x, line = layers.Input((4, 6, 5, 2), name="x"), layers.Input((5, 7, 3), name="line")
    y, h, c = layers.ConvLSTM2D(3, (3, 2), return_sequences=True, return_state=True,
                                padding="same")(x)
    y = layers.ConvLSTM2D(3, 3, strides=(1, 2), padding="same", use_bias=False,
                          return_sequences=True, go_backwards=True,
                          recurrent_activation="hard_sigmoid", activation="relu")(y)
    last = layers.ConvLSTM2D(2, 2, dilation_rate=2)(y)
    states = layers.ConvLSTM2D(3, 1, name="from_states")(x, initial_state=[h, c])
    both = layers.Bidirectional(layers.ConvLSTM1D(2, 3, return_sequences=True))(line)
    return keras.Model([x, line], [last, states, both, y])


@model()
def recurrent_volumes():
    x = layers.Input((3, 4, 3, 5, 2), name="x")
    return keras.Model(x, layers.ConvLSTM3D(2, 2, padding="same")(x))


@model()
def splits():
    x = layers.Input((6, 4), name="x")
    first, second, third = keras.ops.split(x, 3, axis=1)
    left, middle, right = keras.ops.split(x, [1, 3], axis=-1)
    return keras.Model(x, [first - third, second, right, left * middle[:, :, :1],
                           keras.ops.split(x, [2, 2, 5], axis=1)[2]])


@model("keras", "h5")
def mlp():
    return keras.Sequential([
        layers.Input((12,), name="x"), layers.Dense(16, activation="relu", name="hidden"),
        layers.Dropout(0.5), layers.Dense(8, activation="tanh"),
        layers.Dense(4, activation="softmax", use_bias=False, name="classes")])


@model()
def frozen():
    return keras.Sequential([
        layers.Input((4,), name="x"), layers.Dense(3, trainable=False, name="base"),
        layers.BatchNormalization(name="norm"), layers.Dense(1, name="head")])


@model()
def lenet():
    return keras.Sequential([
        layers.Input((12, 12, 1), name="image"), layers.Rescaling(1 / 2, 0.25),
        layers.Conv2D(4, 5, padding="same", activation="relu"), layers.MaxPooling2D(),
        layers.Conv2D(6, 3, strides=(2, 1)), layers.BatchNormalization(), layers.ReLU(),
        layers.AveragePooling2D(2, 1, padding="same"), layers.Flatten(), layers.Dense(10)])


@model("keras", "h5")
def mobilenet_block():
    image = keras.Input((9, 9, 4), name="image")
    h = layers.Conv2D(12, 1, use_bias=False, name="expand")(image)
    h = layers.BatchNormalization(scale=False, name="norm")(h)
    h = layers.ReLU(6.0)(h)
    h = layers.ZeroPadding2D(((0, 1), (1, 0)))(h)
    h = layers.DepthwiseConv2D(3, strides=2, name="depthwise")(h)
    h = layers.Activation("hard_silu")(h)
    s = layers.GlobalAveragePooling2D(keepdims=True)(h)
    s = layers.Conv2D(12, 1, activation="hard_sigmoid", name="squeeze")(s)
    h = layers.Multiply()([h, s])
    h = layers.Conv2D(4, 1, name="project")(h)
    return keras.Model(image, layers.Add()([h, layers.AveragePooling2D(2, padding="valid")(image)]))


@model()
def sequences():
    x = keras.Input((6, 4), name="x")
    h = layers.Bidirectional(layers.LSTM(3, return_sequences=True), name="both")(x)
    h = layers.GRU(4, return_sequences=True, go_backwards=True)(h)
    h, state = layers.SimpleRNN(5, return_sequences=True, return_state=True)(h)
    last = layers.LSTM(5, recurrent_activation="hard_sigmoid", name="last")(
        h, initial_state=[state, state])
    old = layers.GRU(3, reset_after=False)(h)
    summed = layers.Bidirectional(layers.GRU(2), merge_mode="sum")(h)
    return keras.Model(x, [last, old, summed])


@model()
def encoder():
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    h = layers.Embedding(7, 8, name="embedding")(tokens)
    for i in range(2):
        a = layers.MultiHeadAttention(2, 3, name=f"attention_{i}")(h, h, use_causal_mask=i == 1)
        h = layers.LayerNormalization(name=f"norm_{i}")(layers.Add()([h, a]))
        f = layers.Dense(8, name=f"out_{i}")(layers.Dense(12, activation="gelu",
                                                          name=f"wide_{i}")(h))
        h = h * 0.5 + f
    h = layers.UnitNormalization()(h)
    return keras.Model(tokens, layers.Dense(3)(layers.GlobalAveragePooling1D()(h)))


@model("keras", "h5")
def nested():
    """A model called twice inside another, layers that share weights, one layer per time step."""
    inner = keras.Sequential([layers.Input((3, 6)), layers.Dense(6),
                              layers.TimeDistributed(layers.Dense(4)),
                              layers.BatchNormalization()], name="inner")
    x, y = keras.Input((3, 6), name="x"), keras.Input((3, 6), name="y")
    shared = layers.Dense(5, name="shared")
    a, b = shared(inner(x)), shared(inner(y))
    d = layers.Dot((2, 2), name="dot")([a, b])
    c = layers.Concatenate(name="joined")([layers.Flatten()(d), layers.Flatten()(a - b)])
    return keras.Model([x, y], [c, layers.Maximum()([a, b])])


@model()
def arguments():
    """Inner inputs in another order than the layers; keras.ops with arguments; whole numbers."""
    a, b = keras.Input((6,), name="a"), keras.Input((6,), name="b")
    inner = keras.Model([b, a], layers.Subtract()([layers.ReLU()(a), b]), name="inner")
    x, y = keras.Input((6,), name="x"), keras.Input((6,), name="y")
    h = layers.ReLU(max_value=2, negative_slope=1)(inner([x, y]))
    h = layers.Reshape((2, 3))(layers.ELU(2)(h))
    made = [keras.ops.gelu(h), keras.ops.log_softmax(h, axis=1), keras.ops.elu(h, alpha=0.5)]
    return keras.Model([x, y], [h] + made)


@model()
def sequences_of_images():
    """Convolutions of one and three dimensions, transposed, separable, causal; enlarging."""
    x = keras.Input((8, 3), name="x")
    h = layers.Conv1D(4, 3, padding="causal", dilation_rate=2)(x)
    h = layers.SeparableConv1D(5, 3, padding="same", depth_multiplier=2)(h)
    h = layers.DepthwiseConv1D(3, strides=1, padding="same")(h)
    h = layers.Conv1DTranspose(3, 4, strides=2, padding="same")(h)
    h = layers.UpSampling1D(2)(layers.Cropping1D((1, 2))(h))
    h = layers.MaxPooling1D(3, 2)(h)
    image = keras.Input((5, 6, 2), name="image")
    g = layers.Conv2DTranspose(3, (3, 2), strides=2)(image)
    g = layers.SeparableConv2D(4, 3)(layers.UpSampling2D(2, interpolation="bilinear")(g))
    g = layers.Conv2D(4, 3, groups=2, padding="same", dilation_rate=2)(g)
    g = layers.GroupNormalization(2)(layers.LeakyReLU(negative_slope=0.1)(g))
    g = layers.PReLU(shared_axes=[1, 2])(layers.Cropping2D(((1, 0), (2, 1)))(g))
    cube = keras.Input((4, 4, 4, 2), name="cube")
    k = layers.Conv3D(3, 2, padding="same")(layers.ZeroPadding3D(1)(cube))
    k = layers.MaxPooling3D(2)(layers.Conv3DTranspose(2, 2, strides=2)(k))
    return keras.Model([x, image, cube], [h, layers.GlobalMaxPooling2D()(g),
                                          layers.UpSampling3D(2)(layers.AveragePooling3D(2)(k))])


@model()
def shapes():
    x = keras.Input((4, 6), name="x")
    a = layers.Permute((2, 1))(layers.Reshape((8, 3))(x))
    b = layers.RepeatVector(3)(layers.Flatten()(x))
    c = layers.Subtract()([layers.Average()([x, x]), layers.Minimum()([x, x])])
    e = layers.ELU(0.5)(layers.Softmax(axis=1)(x))
    f = keras.ops.sqrt(keras.ops.exp(x) + 1.0) / 2.0 - keras.ops.mean(x, axis=-1, keepdims=True)
    g = layers.Normalization(mean=[0.5] * 6, variance=[2.0] * 6)(x)
    s = layers.Activation("selu")(layers.Activation("softplus")(layers.Activation("swish")(x)))
    t = layers.Attention(use_scale=True)([x, g, s])
    return keras.Model(x, [a, b, c, e, f, g, s, t, layers.ReLU(negative_slope=0.2)(x)])


@model(inputs={"tokens": PADDED}, one={"tokens": PADDED[:1]})
def masked_sequences():
    """Recurrent layers that an embedding's mask makes skip time steps."""
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    x = layers.Embedding(7, 3, mask_zero=True, name="embedding")(tokens)
    h = layers.Dropout(0.5)(layers.LayerNormalization()(layers.Dense(3)(x)))
    made = [layers.LSTM(3, return_sequences=True)(h), layers.GRU(2, go_backwards=True)(h),
            layers.SimpleRNN(2, return_sequences=True, zero_output_for_mask=True,
                             go_backwards=True)(h),
            layers.GRU(2, reset_after=False, zero_output_for_mask=True)(h),
            layers.Bidirectional(layers.LSTM(2, return_sequences=True))(h),
            layers.Bidirectional(layers.GRU(2), merge_mode="ave")(h),
            layers.LSTM(2)(layers.LSTM(2, return_sequences=True)(h)),
            layers.GlobalAveragePooling1D()(layers.Permute((2, 1))(h))]
    made += layers.LSTM(2, return_state=True)(h)
    made += layers.Bidirectional(layers.LSTM(2, return_state=True, return_sequences=True),
                                 merge_mode=None)(h)
    # A call with an initial state reads no mask that it is not given.
    state = keras.ops.max(x, axis=1)
    made += layers.GRU(3, return_sequences=True, return_state=True)(h, initial_state=state)
    return keras.Model(tokens, made)


@model(inputs={"tokens": PADDED[:3]})
def masked_by_arguments():
    """Masks and initial states by keyword and by position."""
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    x = layers.Embedding(7, 4, name="embedding")(tokens)
    mask = keras.ops.not_equal(tokens, 0)
    other = keras.ops.logical_or(keras.ops.greater(tokens, 3), keras.ops.equal(tokens, 1))
    a, b = keras.ops.squeeze(keras.ops.mean(x, axis=1, keepdims=True)), keras.ops.max(x, axis=1)
    made = list(layers.LSTM(4, return_sequences=True, return_state=True)(x, [a, b], mask))
    made += layers.LSTM(4, return_state=True)(x, mask=mask, initial_state=[a, b])
    made += [layers.GRU(4)(x, a), layers.SimpleRNN(3)(x, None, other),
             layers.SimpleRNN(3)(layers.SimpleRNN(3, return_sequences=True)(x, mask=other))]
    made += layers.Bidirectional(layers.LSTM(4, return_state=True))(
        x, initial_state=[a, b, b, a], mask=mask)
    made.append(layers.Bidirectional(layers.GRU(4, return_sequences=True))(x, [a, b], mask))
    h = made[0]
    made += [layers.Softmax()(keras.ops.max(x, axis=2), mask=mask),
             layers.Softmax(axis=1)(x, mask=keras.ops.expand_dims(mask, 2)),
             layers.Attention()([h, x], mask=[None, mask]),
             layers.Attention(use_scale=True)([x, h, x], mask=[mask, other],
                                              use_causal_mask=True),
             layers.AdditiveAttention()([x, h], mask=[mask, None]),
             layers.Attention(score_mode="concat", use_scale=True)([x, h]),
             keras.ops.where(mask, tokens, -1), keras.ops.any(other, axis=1),
             keras.ops.all(mask, axis=0), tokens * 0.5]
    return keras.Model(tokens, made)


@model(inputs={"tokens": PADDED}, one={"tokens": PADDED[1:2]})
def masked_attention():
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    y = keras.Input((3, 4), name="y")
    x = layers.Embedding(7, 4, mask_zero=True, name="embedding")(tokens)
    mask = keras.ops.expand_dims(keras.ops.not_equal(tokens, 3), 1)
    plain = layers.Embedding(7, 4, name="plain")(tokens)
    made = [layers.Attention()([x, x]), layers.AdditiveAttention()([y, x])]
    # Attention of several heads takes the mask off its inputs, so that the sum has none.
    h = layers.Embedding(7, 4, mask_zero=True, name="taken")(tokens)
    a = layers.MultiHeadAttention(2, 3, name="own")(h, h)
    made += [a, layers.LSTM(2)(a), layers.LSTM(2)(layers.Add()([h, a]))]
    x = layers.Embedding(7, 4, mask_zero=True, name="keys")(tokens)
    made.append(layers.MultiHeadAttention(2, 3, use_bias=False)(y, x))
    made.append(layers.MultiHeadAttention(1, 3)(plain, plain, attention_mask=mask,
                                                use_causal_mask=True))
    made.append(layers.MultiHeadAttention(1, 3)(
        y, plain, key_mask=keras.ops.greater(tokens, 1), query_mask=keras.ops.any(y > 0, axis=2)))
    x = layers.Embedding(7, 4, mask_zero=True, name="dropped")(tokens)
    made.append(layers.MultiHeadAttention(1, 3, dropout=0.2)(x, x, use_causal_mask=True))
    x = layers.Embedding(7, 4, mask_zero=True, name="grouped")(tokens)
    grouped = layers.GroupQueryAttention(3, 4, 2)(x, x)
    made += [grouped, layers.GRU(2)(grouped), layers.GRU(2)(x)]
    return keras.Model([tokens, y], made)


@model(inputs={"tokens": PADDED})
def attention_scores():
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    x = layers.Embedding(7, 4, mask_zero=True)(tokens)
    made = layers.GroupQueryAttention(3, 4, 2)(x, x, return_attention_scores=True)
    made += layers.MultiHeadAttention(2, 3)(x, x, return_attention_scores=True,
                                            use_causal_mask=True)
    return keras.Model(tokens, list(made))


@model()
def indices():
    x = keras.Input((4, 5, 3), name="x")
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    mask = keras.ops.not_equal(tokens, 0)
    h = layers.MultiHeadAttention(1, 2)(x[:, -1], x[:, 0], attention_mask=mask[:, None, :])
    return keras.Model([x, tokens], [h, x[..., 1], x[:, 1:-1, ::-2], x[:, None, 2, 4:, :2],
                                     x[0], x[1:, ..., None], tokens[:, -3::-1]])


@model()
def masked_steps():
    """Masking, and masks that layers join, keep and drop."""
    x, y = keras.Input((5, 3), name="x"), keras.Input((5, 3), name="y")
    tokens = keras.Input((5,), dtype="int32", name="tokens")
    a = layers.Masking(0.5)(layers.ReLU(max_value=0.5)(x))
    b = layers.Embedding(7, 3, mask_zero=True)(tokens)

    def last(of):
        return layers.SimpleRNN(2)(of)

    made = [a, last(a), last(layers.Add()([a, b])), last(layers.Concatenate()([a, b])),
            last(layers.Concatenate(axis=1)([a, b, y])), last(layers.Concatenate()([b, y])),
            last(layers.Average()([b, y])), last(layers.Multiply()([b, b])),
            last(layers.Reshape((5, 3))(b)), last(b + 1.0), last(layers.Conv1D(2, 1)(b)),
            last(layers.Activation("tanh")(layers.BatchNormalization()(b))),
            layers.GlobalAveragePooling1D()(b), layers.GlobalMaxPooling1D()(b),
            last(layers.TimeDistributed(layers.Dense(3))(b)), layers.Flatten()(b)]
    inner = keras.Sequential([layers.Input((5, 3)), layers.Dense(3),
                              layers.SimpleRNN(2, return_sequences=True)], name="inner")
    made += [inner(b), last(inner(a)), last(inner(y))]
    # With a keyword, Keras does not write the mask into the file.
    made += [layers.GRU(2)(b, training=False), inner(b, training=False),
             layers.Bidirectional(layers.LSTM(2))(a, training=False),
             layers.GlobalAveragePooling1D()(a), layers.Attention()([b, a], training=False)]
    return keras.Model([x, y, tokens], made)


def lite(name, made, inputs, optimise=None):
    """`made` as TensorFlow Lite; optimise: "float16", "int8" (also inputs and
    outputs) or "int16" (activations, with weights of 8 bits)."""
    converter = tf.lite.TFLiteConverter.from_keras_model(made)
    if optimise == "float16":
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.target_spec.supported_types = [tf.float16]
    if optimise in ("int8", "int16"):
        lite_files.quantise(converter, inputs, 40, optimise == "int16")
    lite_files.save(FOLDER, name, converter.convert(), inputs, optimise == "int8")


def write_lite():
    def seeded(made):
        set_weights(made)
        return made

    def images(width):
        image = keras.Input((8, 8, 3), name="image")
        h = layers.BatchNormalization()(layers.Conv2D(width, 3, 2, "same")(image))
        h = layers.DepthwiseConv2D(3, padding="same", depth_multiplier=2)(layers.ReLU(6.0)(h))
        h = layers.ReLU(6.0)(layers.BatchNormalization()(h))
        h = layers.Conv2D(width, 1)(h)
        h = layers.Add()([layers.MaxPooling2D(2, 1, "same")(h), h])
        h = layers.GlobalAveragePooling2D()(layers.AveragePooling2D(2)(h))
        return keras.Model(image, layers.Dense(4, activation="softmax")(h))

    one = numbers((1, 8, 8, 3), 5)
    lite("lite_mlp", seeded(mlp()), {"x": numbers((1, 12), 3)})
    lite("lite_images", seeded(images(6)), {"image": one})
    lite("lite_float16", seeded(images(4)), {"image": one}, "float16")
    lite("lite_int8", seeded(images(4)), {"image": one}, "int8")
    lite("lite_int16", seeded(images(4)), {"image": one}, "int16")
    x = keras.Input((3, 4), batch_size=1, name="x")
    lite("lite_lstm", seeded(keras.Model(x, layers.LSTM(3, unroll=True)(x))),
         {"x": numbers((1, 3, 4), 6)})
    x = keras.Input((5, 8), batch_size=1, name="x")
    h = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 3)(x, x))
    h = layers.Dense(8)(layers.Dense(12, activation="gelu")(h))
    lite("lite_encoder", seeded(keras.Model(x, h)), {"x": numbers((1, 5, 8), 7)})
    x = keras.Input((6, 5, 2), batch_size=1, name="x")
    h = layers.Conv2DTranspose(3, 3, 2, "same")(x)
    h = layers.Cropping2D(1)(layers.UpSampling2D(2, interpolation="bilinear")(h))
    h = layers.Permute((3, 1, 2))(layers.LeakyReLU(negative_slope=0.1)(h))
    h = layers.Concatenate(2)([h, layers.PReLU(shared_axes=[1, 2, 3])(h)])
    lite("lite_shapes", seeded(keras.Model(x, [h, layers.Softmax(1)(x)])),
         {"x": numbers((1, 6, 5, 2), 8)})


def write_half(policy):
    """A model of this policy with the outputs of one of float32 that has the same weights, since
    steps in 16 bits are not repeated here."""
    def made():
        keras.utils.clear_session()
        x = keras.Input((5, 6), name="x")
        h = layers.LayerNormalization()(layers.Dense(5, activation="relu")(x))
        return keras.Model(x, layers.Dense(3, activation="softmax", name="out")(layers.GRU(4)(h)))

    keras.config.set_dtype_policy(policy)
    half = made()
    set_weights(half)
    half.save(os.path.join(FOLDER, policy + ".keras"))
    x = numbers((3, 5, 6), 4)
    own = keras.ops.convert_to_numpy(keras.ops.cast(half(x), "float32"))
    values = [keras.ops.convert_to_numpy(keras.ops.cast(each, "float32")) for each in half.weights]
    keras.config.set_dtype_policy("float32")
    whole = made()
    whole.set_weights(values)
    expected = np.asarray(whole(x))
    assert np.allclose(own, expected, atol=0.02), policy
    np.savez_compressed(os.path.join(FOLDER, policy + ".npz"), **{"in.x": x, "out.out": expected})


def write_deflated(source, name):
    """The archive of a model with its entries compressed, as other programs pack it again."""
    with zipfile.ZipFile(os.path.join(FOLDER, source)) as plain, zipfile.ZipFile(
            os.path.join(FOLDER, name), "w", zipfile.ZIP_DEFLATED) as packed:
        for entry in plain.namelist():
            packed.writestr(zipfile.ZipInfo(entry), plain.read(entry), zipfile.ZIP_DEFLATED)


def write_tensors(name):
    """Every kind of storage and type that tests read."""
    rows = np.arange(24, dtype=np.float32).reshape(4, 6)
    with h5py.File(os.path.join(FOLDER, name), "w") as file:
        file.attrs["framework"] = "h5py"
        file["plain/f32"] = rows
        file["plain/f16"] = rows.astype(np.float16)
        file["plain/f64"] = rows.astype(np.float64)
        file["plain/i8"] = rows.astype(np.int8) - 12
        file["plain/u16"] = rows.astype(np.uint16)
        file["plain/i64"] = rows.astype(np.int64) - 12
        file["plain/bool"] = rows > 11
        file["plain/complex"] = rows + 1j * rows[::-1]
        file["plain/scalar"] = np.float32(2.5)
        file["plain/empty"] = np.zeros((0, 3), np.float32)
        file["big/f32"] = rows.astype(">f4")
        file["big/i16"] = rows.astype(">i2")
        file["big/f16"] = rows.astype(">f2")
        chunks = {"chunks": (3, 4)}
        file.create_dataset("chunks/plain", data=rows, **chunks)
        file.create_dataset("chunks/gzip", data=rows, compression="gzip", **chunks)
        file.create_dataset("chunks/shuffle", data=rows.astype(">i4"), compression="gzip",
                            shuffle=True, fletcher32=True, **chunks)
        file.create_dataset("chunks/unwritten", (3, 2), "f4", fillvalue=7, **{"chunks": (2, 2)})
        file["texts/names"] = np.array([b"one", b"two"])
        file["texts/words"] = "words"
        file["plain/record"] = np.zeros(2, [("a", "f4"), ("b", "i4")])
        file["links/hard"] = file["plain/f32"]
        file["links/soft"] = h5py.SoftLink("/plain/f32")
        file["links/again"] = h5py.SoftLink("soft")
        file["links/group"] = h5py.SoftLink("/chunks")
        file["links/circle"] = h5py.SoftLink("/links")
        file["links/round"] = h5py.SoftLink("round")
        file["links/outside"] = h5py.SoftLink("/links/external")
        file["links/external"] = h5py.ExternalLink("other.h5", "/x")
        file["links/self"] = file["links"]


def write_filters(name):
    """A tensor whose filter is h5py's own next to one that every program reads."""
    with h5py.File(os.path.join(FOLDER, name), "w") as file:
        file["plain"] = np.arange(6, dtype=np.float32)
        file.create_dataset("packed/lzf", data=np.zeros(1000, np.int32), compression="lzf")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name, (function, suffixes, inputs) in MODELS.items():
        keras.utils.clear_session()
        made = function()
        set_weights(made)
        record(name, made, 3, inputs)
        for suffix in suffixes:
            made.save(os.path.join(FOLDER, f"{name}.{suffix}"))
        print(name)
    keras.utils.clear_session()
    made = mlp()
    set_weights(made)
    made.save_weights(os.path.join(FOLDER, "mlp.weights.h5"))
    for policy in ("bfloat16", "float16", "mixed_float16"):
        write_half(policy)
    write_deflated("mlp.keras", "deflated.keras")
    shutil.copy(os.path.join(FOLDER, "mlp.npz"), os.path.join(FOLDER, "deflated.npz"))
    write_tensors("tensors.hdf5")
    write_filters("filters.hdf5")
    keras.utils.clear_session()
    write_lite()


if __name__ == "__main__":
    main()
