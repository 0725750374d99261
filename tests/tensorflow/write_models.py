# SPDX-License-Identifier: Apache-2.0
"""Writes tests/tensorflow/models: graphs written by TensorFlow and Keras, with inputs and outputs.

write_models.py FOLDER. Each model is NAME.pb, NAME.pbtxt, NAME.meta or a folder NAME; NAME.npz
holds "in.KEY" and "out.KEY". All numbers come from fixed seeds.
"""

import os
import shutil
import sys

from model_parts import (FOLDER, Weights, convert_variables_to_constants_v2, freeze, numbers,
                         record, write_graph)

import numpy as np
import tensorflow as tf
MODELS = {}


def model(function):
    """Registers a function that writes one model."""
    MODELS[function.__name__] = function
    return function


def mlp_layers(w, x):
    w.begin()
    h = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, w(12, 16)), w(16)))
    h = tf.tanh(tf.nn.bias_add(tf.matmul(h, w(16, 8)), w(8)))
    return tf.nn.softmax(tf.nn.bias_add(tf.matmul(h, w(8, 4)), w(4)))


@model
def mlp(name):
    w = Weights(10)
    freeze(name, lambda x: mlp_layers(w, x), {"x": numbers((5, 12), 1)})


@model
def mlp_text(name):
    w = Weights(10)
    freeze(name, lambda x: mlp_layers(w, x), {"x": numbers((5, 12), 1)}, text=True)


@model
def lenet(name):
    w = Weights(30)

    def net(image):
        w.begin()
        h = tf.nn.conv2d(image, w(5, 5, 1, 4), 1, "SAME")
        h = tf.nn.max_pool2d(tf.nn.relu(tf.nn.bias_add(h, w(4))), 2, 2, "VALID")
        h = tf.nn.conv2d(h, w(5, 5, 4, 6), 1, "VALID")
        h = tf.nn.avg_pool2d(tf.nn.relu(tf.nn.bias_add(h, w(6))), 2, 2, "SAME")
        h = tf.reshape(h, (-1, h.shape[1] * h.shape[2] * h.shape[3]))
        h = tf.nn.relu(tf.nn.bias_add(tf.matmul(h, w(h.shape[1], 16)), w(16)))
        return tf.nn.log_softmax(tf.nn.bias_add(tf.matmul(h, w(16, 10)), w(10)))

    freeze(name, net, {"image": numbers((3, 16, 16, 1), 2)})


def batch_norm(w, x, channels, form="NHWC"):
    scale, shift = w.positive(channels), w(channels)
    mean, variance = w(channels), w.positive(channels)
    return tf.raw_ops.FusedBatchNormV3(x=x, scale=scale, offset=shift, mean=mean, variance=variance,
                                       epsilon=1e-3, data_format=form, is_training=False).y


@model
def resnet_block(name):
    w = Weights(50)

    def net(image):
        w.begin()
        # Stride 2 with SAME on an even length: the odd element of padding goes after.
        h = tf.nn.conv2d(image, w(3, 3, 3, 8), 2, "SAME")
        h = tf.nn.relu(batch_norm(w, h, 8))
        h = tf.nn.conv2d(h, w(3, 3, 8, 8), 1, "SAME")
        h = batch_norm(w, h, 8)
        skip = tf.nn.conv2d(image, w(1, 1, 3, 8), 2, "SAME")
        h = tf.nn.relu(h + batch_norm(w, skip, 8))
        h = tf.nn.max_pool2d(h, 3, 2, "SAME")
        return tf.reduce_mean(h, (1, 2))

    freeze(name, net, {"image": numbers((2, 14, 14, 3), 3)})


@model
def mobilenet_block(name):
    w = Weights(80)

    def net(image):
        w.begin()
        h = tf.nn.relu6(batch_norm(w, tf.nn.conv2d(image, w(1, 1, 4, 12), 1, "SAME"), 12))
        h = tf.pad(h, ((0, 0), (0, 1), (0, 1), (0, 0)))
        h = tf.nn.depthwise_conv2d(h, w(3, 3, 12, 1), (1, 2, 2, 1), "VALID")
        h = tf.nn.relu6(batch_norm(w, h, 12))
        h = batch_norm(w, tf.nn.conv2d(h, w(1, 1, 12, 4), 1, "SAME"), 4)
        h = tf.nn.depthwise_conv2d(h, w(3, 3, 4, 2), (1, 1, 1, 1), "SAME")
        h = h * tf.nn.relu6(h + 3.0) / 6.0
        return h * tf.sigmoid(tf.reduce_mean(h, (1, 2), keepdims=True))

    freeze(name, net, {"image": numbers((2, 8, 8, 4), 4)})


@model
def encoder(name):
    """Like BERT: embeddings of tokens and positions, attention with a mask, gelu, layer norms."""
    w = Weights(120)
    heads, width, length = 2, 8, 6

    def norm(x, scale, shift):
        mean, variance = tf.nn.moments(x, -1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-6) * scale + shift

    def split(x):
        return tf.transpose(tf.reshape(x, (tf.shape(x)[0], length, heads, width // heads)),
                            (0, 2, 1, 3))

    def net(ids, mask):
        w.begin()
        x = tf.gather(w(20, width), ids) + w(length, width)
        x = norm(x, w.positive(width), w(width))
        q, k, v = (split(tf.einsum("abc,cd->abd", x, w(width, width)) + w(width)) for _ in "qkv")
        scores = tf.matmul(q, k, transpose_b=True) / np.float32(np.sqrt(width // heads))
        scores += (1.0 - tf.cast(mask, tf.float32)[:, tf.newaxis, tf.newaxis, :]) * -1e9
        context = tf.transpose(tf.matmul(tf.nn.softmax(scores), v), (0, 2, 1, 3))
        context = tf.reshape(context, (-1, length, width))
        x = norm(x + tf.tensordot(context, w(width, width), 1) + w(width), w.positive(width),
                 w(width))
        h = tf.tensordot(x, w(width, 16), 1) + w(16)
        h = h * 0.5 * (1.0 + tf.math.erf(h / np.float32(np.sqrt(2))))
        x = norm(x + tf.tensordot(h, w(16, width), 1) + w(width), w.positive(width), w(width))
        return x, tf.tanh(tf.matmul(x[:, 0], w(width, width)) + w(width))

    ids = np.random.RandomState(5).randint(0, 20, (2, length)).astype(np.int32)
    mask = np.ones((2, length), np.int32)
    mask[1, 4:] = 0
    freeze(name, net, {"ids": ids, "mask": mask})


def recurrent(name, layer, length=5, width=3):
    """A layer of Keras, whose loop stays a While."""
    import keras
    keras.utils.set_random_seed(7)
    net = keras.Sequential([keras.Input((length, width)), layer(keras.layers)])
    freeze(name, lambda x: net(x), {"x": numbers((2, length, width), 8)}, lower=False)


@model
def lstm(name):
    recurrent(name, lambda layers: layers.LSTM(4))


@model
def lstm_sequences(name):
    recurrent(name, lambda layers: layers.LSTM(4, return_sequences=True, go_backwards=True))


@model
def gru(name):
    recurrent(name, lambda layers: layers.GRU(4, return_sequences=True))


@model
def while_loop(name):
    def net(x):
        body = lambda i, total, y: (i + 1, total + tf.cast(i, tf.float32), tf.tanh(y + total))
        i, total, y = tf.while_loop(lambda i, *_: i < 4, body, (0, 0.5, x))
        return y * tf.cast(i, tf.float32), total

    freeze(name, net, {"x": numbers((2, 3), 9)}, lower=False)


@model
def branches(name):
    w = Weights(200)

    def net(x):
        w.begin()
        a, b = w(3, 3), w(3, 3)
        return tf.cond(tf.reduce_sum(x) > 0, lambda: tf.matmul(x, a), lambda: tf.matmul(x, b) - 1.0)

    freeze(name, net, {"x": numbers((2, 3), 9)}, lower=False)


@model
def elementwise(name):
    def net(x, y, i, j):
        p = tf.abs(x) + 0.5
        c = tf.clip_by_value(x, -0.9, 0.9)
        floats = [
            x + y, x - y, x * y, x / p, tf.maximum(x, y), tf.minimum(x, y), tf.pow(p, y), -x,
            tf.square(x), tf.sqrt(p), tf.math.rsqrt(p), tf.exp(x), tf.math.expm1(x), tf.math.log(p),
            tf.math.log1p(p), tf.abs(x), tf.sign(x), tf.floor(x), tf.math.ceil(x), tf.round(x * 3),
            tf.math.rint(x * 3), tf.sin(x), tf.cos(x), tf.tan(c), tf.asin(c), tf.acos(c),
             tf.atan(x),
            tf.math.atan2(x, y), tf.sinh(x), tf.cosh(x), tf.tanh(x), tf.asinh(x), tf.acosh(p + 1),
            tf.atanh(c), tf.math.erf(x), tf.math.erfc(x), tf.math.reciprocal(p), tf.sigmoid(x),
            tf.nn.relu(x), tf.nn.relu6(x * 4), tf.nn.elu(x), tf.nn.selu(x), tf.nn.softplus(x),
            tf.nn.softsign(x), tf.nn.leaky_relu(x, 0.1), tf.nn.softmax(x), tf.nn.log_softmax(x),
            tf.math.squared_difference(x, y), tf.math.divide_no_nan(x, tf.nn.relu(y)),
            tf.math.multiply_no_nan(x, tf.nn.relu(y)), tf.math.xlogy(tf.nn.relu(x), p),
            tf.math.xlog1py(tf.nn.relu(x), p), tf.math.floordiv(x, p), tf.math.floormod(x, p),
            tf.truncatemod(x, p), tf.where(x > y, x, y), tf.add_n([x, y, p]),
            tf.clip_by_value(x, -0.5, 0.25), tf.raw_ops.Select(condition=x[:, 0] > 0, x=x, y=y),
            tf.nn.gelu(x), tf.nn.silu(x), tf.raw_ops.Inv(x=p), tf.raw_ops.Div(x=x, y=p),
            tf.raw_ops.BiasAddV1(value=x, bias=y[0]), tf.nn.l2_loss(x) + x,
        ]
        whole = [i + j, i * j, tf.math.floordiv(i, j), tf.math.floormod(i, j), tf.truncatediv(i, j),
                 tf.bitwise.bitwise_and(i, j), tf.bitwise.bitwise_or(i, j),
                 tf.bitwise.bitwise_xor(i, j), tf.bitwise.invert(i), tf.cast(x * 5, tf.int32),
                 tf.raw_ops.Mod(x=i, y=j)]
        truth = [x > y, x >= y, x < y, x <= y, tf.equal(i, j), tf.not_equal(i, j),
                 tf.logical_and(x > 0, y > 0), tf.logical_or(x > 0, y > 0), tf.logical_not(x > 0),
                 tf.math.is_nan(x), tf.math.is_inf(x), tf.math.is_finite(x)]
        return (tf.concat(floats, 1), tf.concat(whole, 1),
                tf.concat([tf.cast(t, tf.float32) for t in truth], 1))

    r = np.random.RandomState(11)
    freeze(name, net, {"x": numbers((3, 4), 12), "y": numbers((3, 4), 13),
                       "i": r.randint(-9, 10, (3, 4)).astype(np.int32),
                       "j": r.randint(1, 6, (3, 4)).astype(np.int32)})


@model
def special(name):
    def net(x, p):
        return (tf.math.lgamma(x), tf.math.erfinv(p), tf.math.lgamma(tf.cast(x, tf.float64)),
                tf.math.erfinv(tf.cast(p, tf.float64)))

    freeze(name, net, {"x": np.array([-7.3, -2, -0.25, 0, 0.3, 1, 2.5, 50], np.float32),
                       "p": np.array([-1, -0.999, -0.3, 0, 1e-6, 0.52, 0.9999, 1], np.float32)})


@model
def diagonals(name):
    """Of matrices that are not square, with bands, padding and each alignment."""
    aligned = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")

    def net(v, b, m):
        diag, part = tf.linalg.diag, tf.linalg.diag_part
        made = [diag(v), diag(v, k=2), diag(v, k=-1), diag(v, k=1, padding_value=7),
                diag(v, k=-1, num_rows=6), diag(v, k=1, num_rows=3, num_cols=6, padding_value=-2),
                diag(v, num_rows=3, num_cols=5)]
        parts = [part(m), part(m, k=2), part(m, k=-2), part(m, k=3, padding_value=5)]
        for align in aligned:
            made.append(diag(b, k=(-1, 1), align=align))
            made.append(diag(b, k=(-2, 0), num_rows=4, num_cols=3, padding_value=9, align=align))
            parts += [part(m, k=(-2, 3), padding_value=-1, align=align),
                      part(m, k=(1, 3), align=align), part(m, k=(-2, -1), align=align)]
        old = [tf.raw_ops.MatrixDiag(diagonal=v), tf.raw_ops.MatrixDiagPart(input=m),
               tf.raw_ops.MatrixDiagV2(diagonal=b, k=[-1, 1], num_rows=-1, num_cols=-1,
                                       padding_value=3.0),
               tf.raw_ops.MatrixDiagPartV2(input=m, k=[-1, 1], padding_value=3.0)]
        return made, parts, old

    freeze(name, net, {"v": numbers((2, 3), 71), "b": numbers((2, 3, 3), 72),
                       "m": numbers((2, 3, 4), 73)})


@model
def crops(name):
    """Boxes that are known and that are not: flipped, beyond the image, and of one sample."""
    known = np.array([[0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], [0.8, 1, 0.3, 0], [-0.2, 0.1, 0.5, 1.3]],
                     np.float32)
    images = np.array([1, 0, 1, 1], np.int32)

    def net(x, boxes, at):
        crop = tf.image.crop_and_resize
        return (crop(x, known, images, (4, 3)), crop(x, known, images, (2, 5), "nearest", -3.5),
                crop(x, known, images, (1, 4), extrapolation_value=2.0),
                crop(x, boxes, at, (3, 1), "nearest"), crop(x, boxes, at, (3, 3)),
                crop(tf.cast(x * 50, tf.int32), boxes, at, (2, 2)))

    freeze(name, net, {"x": numbers((2, 5, 6, 3), 74), "boxes": known[[3, 1]] + np.float32(0.04),
                       "at": np.array([0, 1], np.int32)})


@model
def limits(name):
    """Quotients of integers and angles at the ends of their types, and logarithms near 1."""
    def net(i, j, b, c, y, x, tiny):
        return (tf.math.floordiv(i, j), tf.math.floordiv(b, c),
                tf.math.atan2(y[:, tf.newaxis], x), tf.math.xlog1py(2 + 0 * tiny, tiny),
                tf.math.xlog1py(0 * tiny, tiny - 3))

    ends = np.array([0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan], np.float32)
    freeze(name, net, {
        "i": np.array([2**31 - 1, 2**31 - 1, -2**31, -2**31, 7, -7, 0], np.int32),
        "j": np.array([-7, 2, 3, 2**31 - 1, -2, 2, -5], np.int32),
        "b": np.array([1, -1, 127, -128, 5, -6, 0], np.int8),
        "c": np.array([-128, 127, -2, 5, 5, -2, 3], np.int8), "y": ends, "x": ends,
        "tiny": np.array([1e-10, -1e-7, 0.5, 1e-20, 2, -0.5, 1e-5], np.float32)})


@model
def shapes(name):
    def net(x):
        parts = [
            tf.reshape(x, (2, -1)), tf.transpose(x, (2, 0, 1)), tf.expand_dims(x, -2),
            tf.squeeze(tf.expand_dims(x, 1), 1), tf.concat([x, -x], -1), tf.stack([x, -x], 1),
            *tf.unstack(x, axis=1), *tf.split(x, 2, -1), *tf.split(x, [1, 3], -1),
            *tf.split(x, [-1, 1], 1), tf.tile(x, (1, 2, 1)), tf.pad(x, ((0, 0), (1, 2), (0, 1))),
            tf.pad(x, ((0, 0), (1, 0), (0, 1)), constant_values=2.5),
            tf.pad(x, ((0, 0), (1, 1), (2, 0)), "REFLECT"),
            tf.pad(x, ((0, 0), (2, 1), (0, 3)), "SYMMETRIC"), tf.reverse(x, (1, 2)),
            x[:, 1], x[..., 1:3], x[:, ::-1, ::2], x[:, tf.newaxis, :, -1], x[..., tf.newaxis, 2],
            x[0, 1:, 1:-1], tf.slice(x, (0, 1, 1), (-1, 2, -1)), tf.broadcast_to(x[:1], (2, 3, 4)),
            tf.linalg.band_part(x, 1, 0), tf.zeros_like(x), tf.ones_like(x),
            tf.fill(tf.shape(x), 3.0), x * tf.cast(tf.size(x), tf.float32),
            x * tf.cast(tf.rank(x), tf.float32), x + tf.cast(tf.range(4), tf.float32),
            x + tf.linspace(0.0, 1.0, 4), tf.stop_gradient(x), tf.identity(x),
            tf.ensure_shape(x, (None, 3, 4)), tf.raw_ops.PreventGradient(input=x),
            tf.gather(x, [2, 0], axis=1), tf.gather(x, [[1, 0], [0, 3]], axis=2),
            tf.gather(x, [[0, 2], [1, 1]], axis=1, batch_dims=1),
            tf.gather_nd(x, [[0, 1], [1, 2]]), tf.one_hot([1, 3, -1], 4, 2.0, 0.5),
            tf.scatter_nd([[1], [3], [1]], [1.0, 2.0, 4.0], (5,)),
            tf.tensor_scatter_nd_update(x[0], [[1], [0]], x[1, :2]),
            tf.tensor_scatter_nd_add(x[0], [[1], [0]], x[1, :2]),
            tf.reverse_sequence(x, [2, 3], seq_axis=1, batch_axis=0),
            tf.gather(x, tf.math.invert_permutation([2, 0, 1]), axis=1),
        ]
        return tuple(tf.reshape(tf.cast(part, tf.float32), (-1,)) for part in [tf.concat(
            [tf.reshape(p, (-1,)) for p in parts], 0)])

    specs = {"x": numbers((2, 3, 4), 14)}
    concrete = tf.function(net).get_concrete_function(x=tf.TensorSpec((2, 3, 4), tf.float32, "x"))
    frozen = convert_variables_to_constants_v2(concrete)
    write_graph(name, frozen.graph.as_graph_def())
    record(name, specs, {frozen.outputs[0].name.split(":")[0]: net(tf.constant(specs["x"]))[0]})


@model
def moved(name):
    """Blocks and batches, rolls, shifts, diagonals, segments, and quotients that are 0."""
    def net(x, y, i, j):
        blocks = tf.space_to_batch(x, (2, 3), ((0, 1), (1, 1)))
        return (blocks, tf.batch_to_space(blocks, (2, 3), ((0, 1), (1, 1))),
                tf.roll(x, (1, -2), (2, 1)), tf.bitwise.left_shift(i, j),
                tf.bitwise.right_shift(i, j), tf.math.xdivy(y, tf.nn.relu(y)), tf.linalg.diag(y),
                tf.linalg.diag_part(x[..., 0]), tf.math.unsorted_segment_sum(x, [1, -1, 1], 3),
                tf.math.segment_sum(x, [0, 2, 2]), tf.raw_ops.MatrixDiag(diagonal=y),
                tf.raw_ops.MatrixDiagPart(input=x[:, :, 1]))

    r = np.random.RandomState(18)
    given = {"x": numbers((3, 3, 4, 2), 18), "y": numbers((3, 4), 19),
             "i": r.randint(-99, 99, (3, 4)).astype(np.int32),
             "j": r.randint(0, 5, (3, 4)).astype(np.int32)}
    given["y"][1, 2] = 0
    concrete = tf.function(net).get_concrete_function(
        **{key: tf.TensorSpec(value.shape, value.dtype, key) for key, value in given.items()})
    frozen = convert_variables_to_constants_v2(concrete)
    write_graph(name, frozen.graph.as_graph_def())
    names = [each.name.split(":")[0] for each in frozen.outputs]
    record(name, given, dict(zip(names, net(*map(tf.constant, given.values())))))


def write_gradient(name, net, x):
    """The array "grad.x" is the gradient of the sum of the parts, the second one twice …."""
    def total(x):
        return tf.add_n([(i + 1) * tf.reduce_sum(part) for i, part in enumerate(net(x))])

    given = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(given)
        made = total(given)
    concrete = tf.function(total).get_concrete_function(x=tf.TensorSpec(x.shape, x.dtype, "x"))
    frozen = convert_variables_to_constants_v2(concrete)
    write_graph(name, frozen.graph.as_graph_def())
    record(name, {"x": x}, {frozen.outputs[0].name.split(":")[0]: made})
    path = os.path.join(FOLDER, f"{name}.npz")
    np.savez_compressed(path, **np.load(path), **{"grad.x": tape.gradient(made, given).numpy()})


@model
def ties(name):
    """Equal operands and elements."""
    def net(x):
        y = tf.constant([[1.0, 0, 2], [-1, 0, -2]])
        return (tf.maximum(x, y), tf.minimum(x, y), tf.clip_by_value(x, -1, 2), tf.nn.relu(x),
                tf.nn.relu6(x * 3), tf.reduce_max(x, 1), tf.reduce_min(x), tf.maximum(y, x))

    write_gradient(name, net, np.float32([[1, 2, 2], [0, 0, -1]]))


@model
def edges(name):
    """Infinite derivatives in values that are not chosen, and factors that are 0."""
    def net(x):
        chosen = x > 0.5
        square = tf.reduce_sum(x * x, 1)
        return (tf.where(chosen, tf.sqrt(x), 0 * x), tf.where(chosen, tf.math.rsqrt(x), x),
                tf.nn.relu(x - 1) * tf.sqrt(x + 1), tf.where(square > 0, tf.sqrt(square), 0),
                tf.math.multiply_no_nan(tf.constant([3.0, 4, 5]), x),
                tf.math.xlog1py(x, tf.constant([2.0, 3, 4])), tf.math.xlogy(x, 3.0),
                tf.nn.selu(x))

    write_gradient(name, net, np.float32([[1, 2, -1], [0, 0, 0]]))


@model
def passed_on(name):
    """Only an input, which is passed on."""
    freeze(name, lambda x: x, {"x": numbers((2, 3), 18)})


@model
def reductions(name):
    def net(x, y, labels):
        p = tf.nn.sigmoid(x)
        parts = [
            tf.reduce_sum(x), tf.reduce_sum(x, 1), tf.reduce_mean(x, -1, True), tf.reduce_max(x, 0),
            tf.reduce_min(x, (0, 1)), tf.reduce_prod(p, 1), tf.math.reduce_euclidean_norm(x, 1),
            tf.cast(tf.reduce_all(x > -1, 1), tf.float32),
            tf.cast(tf.reduce_any(x > 1, 1), tf.float32),
            tf.cast(tf.argmax(x, 1), tf.float32), tf.cast(tf.argmin(x, 0, tf.int32), tf.float32),
            tf.cumsum(x, 1), tf.cumsum(x, 1, True, True), tf.math.cumprod(p, 1),
            tf.math.top_k(x, 2).values, tf.cast(tf.math.top_k(x, 2).indices, tf.float32),
            tf.cast(tf.math.in_top_k(labels, x, 2), tf.float32), tf.nn.l2_loss(x),
            tf.math.reduce_std(x, 1), tf.math.reduce_variance(x, 1), tf.reduce_logsumexp(x, 1),
            tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(y), x),
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels, x),
            tf.nn.sigmoid_cross_entropy_with_logits(p, x), tf.linalg.norm(x, axis=1),
            tf.math.l2_normalize(x, 1), tf.matmul(x, y, transpose_b=True),
            tf.matmul(x, y, transpose_a=True), tf.einsum("ij,kj->ik", x, y),
            tf.einsum("...i,ij->...j", x, tf.transpose(y)),
        ]
        return tf.concat([tf.reshape(part, (-1,)) for part in parts], 0)

    freeze(name, net, {"x": numbers((3, 5), 15), "y": numbers((3, 5), 16),
                       "labels": np.array([1, 4, 0], np.int32)})


@model
def windows(name):
    w = Weights(220)

    def net(x):
        w.begin()
        k = w(3, 2, 2, 4)
        parts = [
            tf.nn.conv2d(x, k, 1, "SAME"), tf.nn.conv2d(x, k, (1, 2, 3, 1), "SAME"),
            tf.nn.conv2d(x, k, 2, "VALID"), tf.nn.conv2d(x, k, 1, "SAME", dilations=2),
            tf.nn.conv2d(x, k, 1, [[0, 0], [1, 2], [0, 1], [0, 0]]),
            tf.nn.conv2d(x, w(3, 3, 1, 4), 1, "SAME"),
            tf.nn.depthwise_conv2d(x, w(3, 3, 2, 1), (1, 2, 2, 1), "SAME"),
            tf.nn.conv2d_transpose(x, w(3, 3, 5, 2), (2, 14, 12, 5), 2, "SAME"),
            tf.nn.conv2d_transpose(x, w(3, 3, 5, 2), (2, 15, 13, 5), 2, "VALID"),
            tf.nn.max_pool2d(x, 3, 2, "SAME"), tf.nn.max_pool2d(x, 2, 2, "VALID"),
            tf.nn.avg_pool2d(x, 3, 2, "SAME"), tf.nn.avg_pool2d(x, (2, 3), 1, "VALID"),
            tf.nn.conv1d(x[:, :, 0], w(3, 2, 3), 2, "SAME"),
            tf.nn.conv3d(x[:, tf.newaxis], w(1, 2, 2, 2, 3), (1, 1, 2, 2, 1), "SAME"),
            tf.nn.max_pool3d(x[:, tf.newaxis], (1, 2, 2), 2, "SAME"),
            tf.nn.avg_pool3d(x[:, tf.newaxis], (1, 2, 2), 2, "VALID"),
            tf.nn.local_response_normalization(x, 1, 1.5, 0.3, 0.7),
            tf.raw_ops.FusedBatchNormV3(x=x, scale=w.positive(2), offset=w(2), mean=[], variance=[],
                                        is_training=True).y,
            tf.nn.depth_to_space(tf.concat([x, -x], -1), 2), tf.nn.space_to_depth(x[:, :6], 2),
            tf.raw_ops.ResizeBilinear(images=x, size=(5, 9), half_pixel_centers=True),
            tf.raw_ops.ResizeBilinear(images=x, size=(10, 4), align_corners=True),
            tf.raw_ops.ResizeBilinear(images=x, size=(10, 9)),
            tf.raw_ops.ResizeNearestNeighbor(images=x, size=(10, 9), half_pixel_centers=True),
            tf.raw_ops.ResizeNearestNeighbor(images=x, size=(5, 9)),
            tf.raw_ops.ResizeNearestNeighbor(images=x, size=(10, 4), align_corners=True),
        ]
        return tuple(tf.reduce_mean(part, -1) for part in parts)

    freeze(name, net, {"x": numbers((2, 7, 6, 2), 17)})


@model
def channels_first(name):
    """NCHW, which TensorFlow computes on GPUs only: recorded with the transposed operations."""
    w = Weights(260)

    def net(form):
        def run(x):
            w.begin()
            image = (1, 1, 2, 2) if form == "NCHW" else (1, 2, 2, 1)
            h = tf.raw_ops.Conv2D(input=x, filter=w(3, 3, 2, 4), strides=image, padding="SAME",
                                  data_format=form)
            h = tf.nn.bias_add(h, w(4), form)
            h = tf.nn.relu(batch_norm(w, h, 4, form))
            ones = (1, 1, 1, 1)
            h = tf.raw_ops.MaxPool(input=h, ksize=image, strides=ones, padding="SAME",
                                   data_format=form)
            return tf.raw_ops.DepthwiseConv2dNative(input=h, filter=w(3, 3, 4, 1), strides=ones,
                                                    padding="SAME", data_format=form)
        return run

    x = numbers((2, 2, 7, 6), 18)
    concrete = tf.function(net("NCHW")).get_concrete_function(
        tf.TensorSpec((None, 2, 7, 6), tf.float32, "x"))
    frozen = convert_variables_to_constants_v2(concrete)
    write_graph(name, frozen.graph.as_graph_def())
    result = net("NHWC")(tf.constant(np.transpose(x, (0, 2, 3, 1))))
    output = frozen.outputs[0].name.split(":")[0]
    record(name, {"x": x}, {output: np.transpose(result, (0, 3, 1, 2))})


class Net(tf.Module):
    """An MLP with a scalar variable, as a SavedModel."""

    def __init__(self):
        super().__init__("net")
        self.w = tf.Variable(numbers((6, 5), 20), name="w")
        self.b = tf.Variable(numbers((5,), 21), name="b")
        self.scale = tf.Variable(1.5, name="scale")
        self.steps = tf.Variable(3, trainable=False, name="steps")

    @tf.function(input_signature=[tf.TensorSpec((None, 6), tf.float32, "x")])
    def __call__(self, x):
        return {"probability": self.hidden(x), "steps": self.steps + 1}

    @tf.function
    def hidden(self, x):
        return tf.nn.softmax(tf.matmul(x, self.w) + self.b) * self.scale


@model
def saved_model(name):
    net = Net()
    path = os.path.join(FOLDER, name)
    shutil.rmtree(path, ignore_errors=True)
    tf.saved_model.save(net, path)
    shutil.rmtree(os.path.join(path, "assets"), ignore_errors=True)
    slim_saved_model(path)
    x = numbers((4, 6), 22)
    outputs = net(tf.constant(x))
    # A variable has the name of the result.
    outputs["steps_output"] = outputs.pop("steps")
    record(name, {"x": x}, outputs)


class Frozen(tf.Module):
    """Variables that are trained and others, below an object whose name is escaped in keys."""

    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0], name="w")
        self.parts = {"a/b.c": tf.Variable([3.0, 4.0], trainable=False, name="mean")}
        self.slope = tf.Variable(0.5, name="slope")

    @tf.function(input_signature=[tf.TensorSpec((2,), tf.float32, "x")])
    def __call__(self, x):
        return {"y": (x * self.w + self.parts["a/b.c"]) * self.slope}


@model
def saved_frozen(name):
    net, path = Frozen(), os.path.join(FOLDER, name)
    shutil.rmtree(path, ignore_errors=True)
    tf.saved_model.save(net, path)
    shutil.rmtree(os.path.join(path, "assets"), ignore_errors=True)
    slim_saved_model(path, objects=True)
    x = np.float32([0.5, -1])
    record(name, {"x": x}, net(tf.constant(x)))


def slim_saved_model(path, objects=False):
    """Without the descriptions of ops and objects, which take most of a small file."""
    from tensorflow.core.protobuf import saved_model_pb2
    file = os.path.join(path, "saved_model.pb")
    saved = saved_model_pb2.SavedModel()
    with open(file, "rb") as stream:
        saved.ParseFromString(stream.read())
    for meta in saved.meta_graphs:
        meta.meta_info_def.ClearField("stripped_op_list")
        meta.meta_info_def.ClearField("function_aliases")
        if not objects:
            meta.ClearField("object_graph_def")
    with open(file, "wb") as stream:
        stream.write(saved.SerializeToString(deterministic=True))
    for extra in ("fingerprint.pb",):
        if os.path.exists(os.path.join(path, extra)):
            os.remove(os.path.join(path, extra))


@model
def training(name):
    """A training graph of TensorFlow 1 with its optimizer, saved by a Saver, and its losses."""
    v1 = tf.compat.v1
    steps, rate = 20, 0.1
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, (8, 6), "x")
        labels = v1.placeholder(tf.int32, (8,), "labels")
        h, width = x, 6
        for layer, units in enumerate((7, 3)):
            with v1.variable_scope("layer%d" % layer):
                w = v1.get_variable("w", initializer=numbers((width, units), 30 + layer, 0.4),
                                    use_resource=layer == 1)
                b = v1.get_variable("b", initializer=np.zeros(units, np.float32),
                                    use_resource=layer == 1)
                h = tf.nn.bias_add(tf.matmul(h, w), b)
                h, width = (tf.tanh(h) if layer == 0 else h), units
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, h)
        loss = tf.reduce_mean(losses, name="loss")
        step = v1.train.get_or_create_global_step()
        train = v1.train.MomentumOptimizer(rate, 0.9).minimize(loss, step, name="train")
        v1.assign_add(v1.get_variable("counter", initializer=2.0, trainable=False,
                                       use_resource=False), 0.5,
                      name="count")
        v1.add_to_collection("losses", loss)
        saver = v1.train.Saver()
    feeds = {x: numbers((8, 6), 33), labels: np.arange(8, dtype=np.int32) % 3}
    with v1.Session(graph=graph) as session:
        session.run([v for v in graph.get_operations() if v.name == "init"] or
                    [graph.get_operation_by_name(v.initializer.name)
                     for v in graph.get_collection(v1.GraphKeys.GLOBAL_VARIABLES)])
        prefix = os.path.join(FOLDER, name)
        saver.save(session, prefix, write_state=False)
        curve = [session.run([loss, train], feeds)[0] for _ in range(steps)]
    record(name, {"x": feeds[x], "labels": feeds[labels]}, {"loss": curve[0]})
    np.savez_compressed(prefix + "_losses.npz", losses=np.asarray(curve, np.float32))
    slim_meta_graph(prefix + ".meta")


def slim_meta_graph(file):
    meta = tf.compat.v1.MetaGraphDef()
    with open(file, "rb") as stream:
        meta.ParseFromString(stream.read())
    meta.meta_info_def.ClearField("stripped_op_list")
    meta.meta_info_def.tags.append("train")
    with open(file, "wb") as stream:
        stream.write(meta.SerializeToString(deterministic=True))


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in sys.argv[2:] or MODELS:
        print(name, flush=True)
        MODELS[name](name)


if __name__ == "__main__":
    main()
