#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes FOLDER/NAME.mlir (default: models), as JAX lowers them, in the readable form with
locations, without them, or in the generic form, with NAME.npz: arrays "in.NAME" and "out.NAME" that
JAX computed. Needs jax, flax and scipy.
"""

import io
import re
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special
from flax import linen as nn
from jax import lax

FOLDER = Path(__file__).resolve().parent / "models"
rng = np.random.default_rng(7)


def normal(*shape, scale=0.5):
    return jnp.asarray(rng.normal(size=shape) * scale, jnp.float32)


def integers(high, *shape):
    return jnp.asarray(rng.integers(0, high, shape), jnp.int32)


def as_path(text):
    """The name that the importer gives a location or a result."""
    path = re.sub(r"[\[.]+", "/", re.sub(r"[\]'\"]", "", text))
    return path.strip("/") if not path.startswith("/") else path


MODELS = {}


def model(form="plain"):
    def add(function):
        MODELS[function.__name__] = (function, form)
        return function
    return add


def dense(width, depth):
    return {"kernel": normal(width, depth), "bias": normal(depth)}


@model("located")
def mlp():
    def f(params, x):
        h = jnp.tanh(x @ params["first"]["kernel"] + params["first"]["bias"])
        return jax.nn.softmax(h @ params["second"]["kernel"] + params["second"]["bias"])
    return f, ({"first": dense(4, 8), "second": dense(8, 3)}, normal(5, 4))


@model("generic")
def mlp_generic():
    return mlp()


@model("located")
def mlp_training():
    forward, (params, x) = mlp()

    def loss(params, x, y):
        return -jnp.mean(jnp.sum(jnp.log(forward(params, x)) * y, -1))

    def step(params, x, y):
        value, gradients = jax.value_and_grad(loss)(params, x, y)
        return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)
    return step, (params, x, jax.nn.one_hot(integers(3, 5), 3))


class Convolutions(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Conv(4, (3, 3))(x))
        x = nn.max_pool(x, (2, 2), (2, 2))
        x = nn.relu(nn.Conv(6, (3, 3), strides=2, padding="VALID")(x))
        x = nn.avg_pool(x, (1, 1))
        return nn.Dense(3)(x.reshape(x.shape[0], -1))


def of_flax(module, *inputs):
    params = module.init(jax.random.PRNGKey(0), *inputs)
    return params, lambda params, x: module.apply(params, x)


@model("located")
def cnn():
    x = normal(2, 8, 8, 1)
    params, f = of_flax(Convolutions(), x)
    return f, (params, x)


@model()
def cnn_training():
    x = normal(2, 8, 8, 1)
    params, f = of_flax(Convolutions(), x)

    def loss(params, x, y):
        return -jnp.mean(jnp.sum(jax.nn.log_softmax(f(params, x)) * y, -1))
    return jax.value_and_grad(loss), (params, x, jax.nn.one_hot(integers(3, 2), 3))


@model()
def convolutions():
    def f(x, w, d, t, g):
        same = lax.conv_general_dilated(x, w, (2, 1), "SAME", rhs_dilation=(2, 2),
                                        dimension_numbers=("NCHW", "OIHW", "NCHW"))
        depth = lax.conv_general_dilated(x, d, (1, 1), [(1, 0), (-1, 2)], feature_group_count=2,
                                         dimension_numbers=("NCHW", "OIHW", "NHWC"))
        transposed = lax.conv_transpose(x, t, (2, 2), "SAME",
                                        dimension_numbers=("NCHW", "HWIO", "NCHW"))
        line = lax.conv_general_dilated(g, g[:, :, :2], (1,), "VALID",
                                        dimension_numbers=("NWC", "OWI", "NWC"))
        slope = jax.grad(lambda d: jnp.sum(lax.conv_general_dilated(
            x, d, (1, 1), "SAME", feature_group_count=2,
            dimension_numbers=("NCHW", "OIHW", "NCHW")) ** 2))(d)
        return same, depth, transposed, line, slope
    return f, (normal(2, 2, 6, 5), normal(3, 2, 3, 2), normal(4, 1, 2, 2), normal(2, 2, 2, 3),
               normal(2, 5, 3)[:, :, :2])


class Block(nn.Module):
    heads: int = 2

    @nn.compact
    def __call__(self, x):
        batch, time, width = x.shape
        y = nn.LayerNorm()(x)
        q, k, v = jnp.split(nn.Dense(3 * width)(y), 3, -1)
        q, k, v = (p.reshape(batch, time, self.heads, -1) for p in (q, k, v))
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(width / self.heads)
        mask = jnp.tril(jnp.ones((time, time), bool))
        weights = jax.nn.softmax(jnp.where(mask, scores, -1e9))
        y = jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape)
        x = x + nn.Dense(width)(y)
        y = nn.Dense(4 * width)(nn.LayerNorm()(x))
        return x + nn.Dense(width)(nn.gelu(y))


class Gpt(nn.Module):
    @nn.compact
    def __call__(self, ids):
        x = nn.Embed(11, 8, name="tokens")(ids)
        x = x + nn.Embed(16, 8, name="places")(jnp.arange(ids.shape[1]))
        for _ in range(2):
            x = Block()(x)
        return nn.Dense(11, use_bias=False)(nn.LayerNorm()(x))


@model("located")
def gpt():
    ids = integers(11, 2, 5)
    params, f = of_flax(Gpt(), ids)
    return f, (params, ids)


@model()
def gpt_training():
    ids = integers(11, 2, 5)
    params, f = of_flax(Gpt(), ids)

    def loss(params, ids):
        logits = jax.nn.log_softmax(f(params, ids)[:, :-1])
        return -jnp.mean(jnp.take_along_axis(logits, ids[:, 1:, None], -1))
    return jax.value_and_grad(loss), (params, ids)


def lstm_parts():
    def f(xs, w, h, c):
        def step(state, x):
            h, c = state
            i, g, o, u = jnp.split(jnp.concatenate([x, h], -1) @ w, 4, -1)
            c = jax.nn.sigmoid(g) * c + jax.nn.sigmoid(i) * jnp.tanh(u)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h
        return lax.scan(step, (h, c), xs)
    return f, (normal(7, 2, 3), normal(8, 20), normal(2, 5), normal(2, 5))


@model("located")
def lstm():
    return lstm_parts()


@model()
def lstm_training():
    f, inputs = lstm_parts()
    return jax.value_and_grad(lambda *x: jnp.sum(f(*x)[1] ** 2), argnums=(0, 1)), inputs


@model()
def loops():
    def f(x, rows):
        total = lax.fori_loop(2, 9, lambda i, s: s * 0.5 + jnp.sin(s) / i, x)
        backwards, sums = lax.scan(lambda s, r: (s + r, s * r), x, rows, reverse=True)
        history = lax.fori_loop(0, 3, lambda i, s: s.at[i + 1].set(s[i] * 2),
                                jnp.zeros((4, 3)).at[0].set(x))
        nested = lax.fori_loop(0, 2, lambda i, s: lax.fori_loop(0, 3, lambda k, t: t + i * k, s), x)
        counted = lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 2, s[1] * s[0]), (1, x))
        ends_early = lax.while_loop(lambda s: (s[0] < 20) & (jnp.sum(s[1]) > 0.1),
                                    lambda s: (s[0] + 1, s[1] * 0.5), (0, jnp.abs(x) + 0.1))
        read_again = lax.fori_loop(
            0, 4, lambda i, s: (b := lax.dynamic_update_index_in_dim(s[0], x * i, i, 0),
                                s[1] + b.sum()), (jnp.zeros((4, 3)), 0.0))
        return total, backwards, sums, history, nested, counted, ends_early, read_again
    return f, (normal(3), normal(4, 3))


@model()
def choices():
    def f(flag, which, x):
        one = lax.cond(flag, lambda x: x + 1, lambda x: x * 2, x)
        two = lax.switch(which, [lambda x: x, lambda x: -x, jnp.sin], x)
        known = lax.cond(True, jnp.cos, jnp.sin, x)
        return one, two, known, lax.switch(7, [lambda x: x, jnp.exp], x)
    return f, (jnp.asarray(True), jnp.asarray(1, jnp.int32), normal(3))


@model()
def choice_of_slopes():
    """The derivatives of the branch that is not taken are infinite."""
    def f(flag, x):
        return lax.cond(flag, lambda x: jnp.log(x) + jnp.sqrt(x) / x, lambda x: x * 3, x)
    return f, (jnp.asarray(False), jnp.zeros(3))


@model()
def ties():
    """Equal operands and elements, and their first and second gradients."""
    def value(x):
        y = jnp.asarray([[1.0, 0, 2], [-1, 0, -2]], jnp.float32)
        parts = (jnp.maximum(x, y), jnp.minimum(x, y), jnp.clip(x, -1, 2), jax.nn.relu(x),
                 jax.nn.relu6(x * 3), jnp.max(x, 1), jnp.min(x), lax.clamp(-1.0, x, 2.0),
                 jnp.abs(x), jax.nn.softplus(x), jax.nn.log_sigmoid(x), jnp.logaddexp(x, y),
                 jnp.logaddexp2(y, x))
        return sum((i + 1) * part.sum() for i, part in enumerate(parts))
    x = jnp.asarray([[1.0, 2, 2], [0, 0, -1]], jnp.float32)
    slope = jax.grad(value)
    return lambda x: (value(x), slope(x), jax.grad(lambda x: slope(x).sum())(x)), (x,)


@model()
def half_precision():
    """Of numbers that are subnormal in float16."""
    x = jnp.asarray([1e-6, -3e-5, 6.1e-5, 6.104e-5, 0.1, 7e4, -jnp.inf, jnp.nan], jnp.float32)
    return lambda x: lax.reduce_precision(x, 5, 10), (x,)


@model()
def computed_padding():
    def f(x, value):
        second = lax.pad(x, value * 2, ((2, 0, 0), (0, 0, 0)))
        return lax.pad(x, value, ((1, -1, 2), (0, 2, 0))), second
    return f, (normal(3, 2), jnp.asarray(3.0))


@model()
def indices():
    def f(table, ids, x):
        gathers = table[ids], jnp.take(table, ids, axis=1, mode="clip"), x[:, ids[0], 1]
        windows = jax.vmap(lambda row, i: lax.dynamic_slice(row, (i,), (2,)))(table, ids[:, 0])
        along = jnp.take_along_axis(table, ids % 4, 1)
        adds = jax.grad(lambda t: jnp.sum(t[ids] ** 2))(table)
        sets = table.at[ids[0], 1].set(9.0), table.at[5:7].set(1.0), table.at[:, ids[1]].max(0.1)
        dropped = table.at[ids + 3].set(2.0, mode="drop"), table.at[ids + 3].add(2.0, mode="drop")
        part = lax.dynamic_update_slice(table, table[:2, :3], (ids[0, 0], ids[0, 1]))
        moved = lax.dynamic_slice(x, (ids[0, 0], ids[0, 1] + 9, 0), (1, 2, 3))
        filled = table.at[ids + 3].get(mode="fill", fill_value=7.0)
        return gathers, windows, along, adds, sets, dropped, part, moved, filled
    ids = jnp.asarray([[1, 3], [0, 2], [3, 3], [2, 0], [1, 1], [0, 3], [2, 2]], jnp.int32)
    return f, (normal(7, 4), ids, normal(2, 4, 3))


@model()
def orders():
    def f(x, k):
        picked = lax.top_k(x, 2)
        pairs = lax.sort_key_val(k, x, dimension=0)
        return (jnp.sort(x, 0), jnp.sort(x, descending=True), jnp.argsort(x), picked,
                lax.sort((k % 2, -x, k), num_keys=2), jnp.lexsort((x, k % 3)),
                jnp.argmax(x, 0), jnp.argmin(x, 1), pairs, jnp.median(x), jnp.max(x, 0))
    return f, (normal(4, 5), integers(9, 4, 5))


@model()
def running():
    def f(x):
        return (jnp.cumsum(x, 1), jnp.cumprod(x, 0), lax.cummax(x, 1), jnp.cumsum(x[:, ::-1], 0),
                lax.cumsum(x, 1, reverse=True), lax.cumprod(x, 1, reverse=True),
                lax.reduce_window(x, 0.0, lax.add, (2, 3), (1, 2), "SAME"),
                lax.reduce_window(x, jnp.inf, lax.min, (2, 2), (2, 1), "VALID"),
                jax.grad(lambda x: jnp.sum(lax.reduce_window(
                    x, -jnp.inf, lax.max, (2, 3), (1, 2), "SAME") ** 2))(x))
    return f, (normal(4, 6),)


@model()
def shapes():
    def f(x, y):
        padded = lax.pad(x, 0.5, [(1, 2, 1), (-1, 0, 0), (0, 1, 2)])
        return (padded, jnp.flip(x, (0, 2)), x.transpose(2, 0, 1)[1:, ::2], jnp.tile(y, (2, 3)),
                jnp.concatenate([x, x * 2], 1), lax.broadcast_in_dim(y, (2, 4, 3), (2, 1)),
                jnp.arange(6).reshape(2, 3) + y.astype(jnp.int32)[:3, :2].T,
                lax.expand_dims(y, (0, 2)), jnp.squeeze(x[:, :1], 1), jnp.roll(y, 1, 0),
                jnp.tril(y), jnp.eye(3) + 1, jnp.stack([y, y], 1), jnp.linspace(0, 1, 5) * y[0, 0])
    return f, (normal(2, 3, 4), normal(3, 4))


@model()
def numbers():
    def f(x, y, p, k, m):
        unary = [g(x) for g in (jnp.abs, jnp.ceil, jnp.cos, jnp.exp, jnp.expm1, jnp.floor, jnp.sign,
                                jnp.sin, jnp.tan, jnp.tanh, jnp.square, jnp.sinh, jnp.cosh,
                                jnp.arctan, jnp.arcsinh, lax.erf, lax.erfc, jnp.round, lax.logistic,
                                jnp.negative, jnp.isfinite, jnp.cbrt)]
        small = x / 4
        unary += [jnp.arcsin(small), jnp.arccos(small), jnp.arctanh(small), lax.erf_inv(small)]
        positive = [g(p) for g in (jnp.log, jnp.log1p, jnp.sqrt, lax.rsqrt)]
        both = [jnp.arctan2(x, y), x / y, x % y, lax.rem(x, y), jnp.power(p, y), jnp.maximum(x, y),
                jnp.minimum(x, y), x > y, x == y, jnp.clip(x, -0.2, y), jnp.where(x < y, x, y),
                jnp.logaddexp(x, y), lax.round(x * 3, lax.RoundingMethod.AWAY_FROM_ZERO)]
        whole = [k // m, k % m, lax.rem(k, m), lax.div(k, m), k & m, k | m, k ^ m, ~k, k << 2,
                 k >> 1,
                 lax.shift_right_logical(k, 3), -k, jnp.abs(k), k.astype(jnp.uint8),
                 k.astype(jnp.float16), x.astype(jnp.bfloat16).astype(jnp.float32),
                 (k > 0) & (m > 2), x.astype(jnp.int32), k != m, jnp.any(k > 3), jnp.all(k > -9),
                 jnp.sum(k, 0), jnp.prod(m), jnp.max(k), lax.reduce_precision(x, 5, 10),
                 lax.bitcast_convert_type(k, jnp.uint32)]
        return unary, positive, both, whole
    k = jnp.asarray([[7, -7, 3], [-8, 12, 0]], jnp.int32)
    return f, (normal(2, 3, scale=1.0), normal(2, 3, scale=1.0), jnp.abs(normal(2, 3)) + 0.1, k,
               jnp.asarray([[2, 3, 5], [3, 5, 4]], jnp.int32))


@model("double")
def special():
    """Values that SciPy computes are inputs, to which results in float64 are close."""
    x = np.array([-200.3, -7.5, -2.0, -0.25, -1e-9, 0.0, 1e-30, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 33.3,
                  1e4, 1e80, np.inf, -np.inf, np.nan])
    p = np.array([-1.0, -1 + 1e-15, -0.9999, -0.7, -0.5, -1e-3, 0.0, 1e-200, 0.2, 0.49, 0.51, 0.95,
                  0.999999, 1 - 1e-12, 1.0, 1.5])

    def near(found, known, by):
        close = jnp.abs(found - known) <= by * (1 + jnp.abs(known))
        return close | (found == known) | (jnp.isnan(found) & jnp.isnan(known))

    def f(x, p, logs, inverses):
        few = p.astype(jnp.float32)
        return (lax.lgamma(x.astype(jnp.float32)), lax.lgamma(x.astype(jnp.float16)[4:12]),
                near(lax.lgamma(x), logs, 1e-14), lax.erf_inv(jnp.where(jnp.abs(few) < 1, few, 0)),
                near(lax.erf_inv(p), inverses, 1e-10))
    return f, (jnp.asarray(x), jnp.asarray(p), jnp.asarray(scipy.special.gammaln(x)),
               jnp.asarray(scipy.special.erfinv(p)))


@model()
def products():
    def f(a, b, v):
        return (jnp.einsum("bij,bjk->bik", a, b), jnp.einsum("bij,bjk->kib", a, b), a[0] @ v,
                jnp.tensordot(a, b, [[0, 2], [0, 1]]), jnp.outer(v, v), jnp.vdot(v, v),
                jnp.einsum("bij->bji", a), (jnp.round(a[0] * 4).astype(jnp.bfloat16)
                                           @ jnp.round(b[0] * 4).astype(jnp.bfloat16)))
    return f, (normal(2, 3, 4), normal(2, 4, 5), normal(4))


@model()
def random():
    def f(key):
        return (jax.random.uniform(key, (3,)), jax.random.normal(key, (4,)),
                jax.random.bits(key, (2,)))
    return f, (jax.random.PRNGKey(3),)


@model()
def constants():
    kernel = np.asarray(normal(4, 40))
    mask = np.arange(48).reshape(4, 12) % 5 == 0
    far = np.arange(200, dtype=np.int32)

    def f(x):
        return x @ kernel, jnp.where(mask, x[0, 0], 2.0), far[:100] + x[0, 0].astype(jnp.int32)
    return f, (normal(2, 4),)


@model("exported")
def exported():
    def f(x):
        return (jnp.sin(x) + 1, x.sum(0), x.reshape(-1), jax.nn.softmax(x), x.T @ x, x[1:, ::2],
                jnp.sort(x, 0), jnp.arange(x.shape[0]), jnp.pad(x, ((1, 1), (0, 2))))
    return f, (normal(3, 4),), ("b, 4",)


@model("exported")
def exported_block():
    """A batch and a time whose lengths are open."""
    x = normal(2, 5, 4)
    params, f = of_flax(Block(), x)
    return f, (params, x), (None,) * len(jax.tree.leaves(params)) + ("b, t, 4",)


@model("exported")
def exported_loops():
    """Loops over a length that is open, and running sums and extremes."""
    def f(x, w):
        def step(state, row):
            state = jnp.tanh(state @ w + row)
            return state, 2 * state
        last, all_rows = lax.scan(step, jnp.zeros(4), x)
        _, backwards = lax.scan(step, jnp.zeros(4), x, reverse=True)
        steps, doubled = lax.while_loop(lambda s: s[0] < x.shape[0],
                                        lambda s: (s[0] + 2, s[1] * 2), (1, x.sum()))
        return (last, all_rows, backwards, steps, doubled, jnp.cumsum(x, 0), lax.cummax(x),
                lax.cumsum(x, reverse=True))
    return f, (normal(5, 4), normal(4, 4)), ("t, 4", None)


@model()
def edges():
    """Empty reductions, narrow integers, ends of domains, NaN, and loops that are counted."""
    def f(counts, small, x, sorted_values, words, groups):
        tenths = lax.while_loop(
            lambda s: s[0].astype(jnp.float32) * jnp.float32(0.1) < jnp.float32(0.3),
            lambda s: (s[0] + 1, s[1] * 2), (0, x))[1]
        falling = lax.while_loop(lambda s: s[0] > 0, lambda s: (s[0] - 2, s[1] + 1), (7, x))[1]
        return (
            lax.reduce_window(counts, np.int32(0), lax.add, (49,), (1,), "VALID"),
            lax.reduce_window(x, 5.0, lax.add, (1,), (1,), "VALID"),
            lax.reduce_window(counts, np.int32(-2**31), lax.max, (3,), (2,), "SAME"),
            lax.cummax(counts), jnp.sort(small), lax.erfc(4 * x), lax.erf_inv(jnp.sign(x)),
            jnp.cbrt((200 * x).astype(jnp.float16)),
            jnp.searchsorted(sorted_values, jnp.stack([x[0], sorted_values[-1], x[1]])),
            lax.shift_right_arithmetic(words, jnp.uint32(1)), jnp.any(small[:0] > 0),
            jax.ops.segment_max(counts, groups, 64), tenths, falling)
    return f, (integers(2**20, 60), jnp.asarray([-100, 3, 100, -1], jnp.int8),
               jnp.asarray([0.5, -0.25, 1.0, -1.0]), jnp.asarray([0, 1, np.nan], jnp.float32),
               jnp.asarray([2**31, 5], jnp.uint32), integers(64, 60))


@model()
def angles():
    """Arctangents of zeros, infinities and NaN, by their signs."""
    ends = jnp.asarray([0.0, -0.0, 1.0, -2.0, jnp.inf, -jnp.inf, jnp.nan])

    def f(y, x):
        return jnp.atan2(y[:, None], x), jnp.atan2(y[:, None].astype(jnp.float16), x[1:6:2])
    return f, (ends, ends)


@model()
def bits():
    """Bits of floats that are computed, in both directions, and bits of integers."""
    def f(x, y, half, word, byte):
        cast = lax.bitcast_convert_type
        raised = x * 1
        return (jnp.nextafter(raised, y), jnp.nextafter(jnp.float32(-1), jnp.float32(0)) + x[0],
                cast(raised, jnp.int32), cast(half * 1, jnp.uint16),
                cast(raised.astype(jnp.bfloat16), jnp.int16), jnp.signbit(raised),
                cast(cast(half * 1, jnp.uint16) + jnp.uint16(1), jnp.float16),
                lax.population_count(word), lax.clz(word), lax.population_count(byte),
                lax.clz(byte), lax.reduce(word, np.int32(-1), lax.bitwise_and, (0,)),
                lax.reduce(byte[None, 1:], np.uint8(4), lax.bitwise_or, (0, 1)),
                lax.reduce(word, np.int32(5), lax.bitwise_xor, (0,)),
                lax.reduce(x > 0, False, lax.bitwise_xor, (0,)))
    ends = jnp.asarray([0.0, -0.0, 1.0, -2.0, 1e-3, -3.4e38, 3.0, jnp.inf, 65504.0, -0.7])
    toward = jnp.asarray([-1.0, 1.0, 2.0, -1.0, 1e-3, -jnp.inf, jnp.nan, 0.0, 7e4, -1.0])
    return f, (ends, toward, ends.astype(jnp.float16),
               jnp.asarray([0, -1, 2**31 - 1, 77, -2**31, 1], jnp.int32),
               jnp.asarray([0, 1, 200, 255, 64], jnp.uint8))


@model()
def initial_values():
    """Reductions of windows that do not start at neutral values, and differences that scatter."""
    def f(x, counts, i):
        return (lax.reduce_window(x, 0.5, lax.add, (3, 2), (2, 1), "SAME"),
                lax.reduce_window(counts, np.int32(7), lax.add, (3,), (1,), "VALID"),
                lax.reduce_window(counts, np.int32(7), lax.add, (12,), (1,), [(11, 0)]),
                lax.reduce_window(x, 0.25, lax.max, (2, 2), (1, 1), "SAME"),
                lax.reduce_window(counts, np.int32(5), lax.min, (4,), (2,), "VALID"),
                lax.scatter_sub(counts, i[:, None], counts[:3], lax.ScatterDimensionNumbers(
                    (), (0,), (0,))))
    return f, (normal(4, 5), integers(20, 12), jnp.asarray([1, 5, 1], jnp.int32))


@model()
def narrow_random():
    """Samples whose bits become floats of 16 bits."""
    def f(key):
        return (jax.random.uniform(key, (3, 4), jnp.float16),
                jax.random.uniform(key, (3, 4), jnp.bfloat16),
                jax.random.truncated_normal(key, -2, 2, (5,)))
    return f, (jax.random.PRNGKey(3),)


def text_of(function, inputs, form, shapes=()):
    if form == "exported":
        leaves, tree = jax.tree.flatten(inputs)
        scope = jax.export.SymbolicScope()
        symbolic = [jax.ShapeDtypeStruct(
            jax.export.symbolic_shape(shape, scope=scope) if shape else leaf.shape, leaf.dtype)
            for leaf, shape in zip(leaves, shapes)]
        return jax.export.export(jax.jit(function))(*tree.unflatten(symbolic)).mlir_module()
    lowered = jax.jit(function).lower(*inputs)
    if form == "generic":
        out = io.StringIO()
        lowered.compiler_ir("stablehlo").operation.print(
            file=out, print_generic_op_form=True, enable_debug_info=True)
        return out.getvalue()
    return lowered.as_text(debug_info=form == "located")


def without_folders(text):
    """Only the names of source files, so that the text is the same on every machine."""
    return re.sub(r'"/[^"\n]*/([^"/\n]+\.py)"', r'"\1"', text)


def input_names(text, count):
    program = text[text.index("main"):]
    names = re.findall(r"%arg\d+: tensor<[^>]*>(?: \{[^}]*\})? loc\(\"([^\"]*)\"\)", program)
    return [as_path(n) for n in names[:count]] if len(names) >= count else [
        f"arg{i}" for i in range(count)]


def result_names(text, count):
    found = re.findall(r'jax.result_info = "([^"]*)"', text)[:count]
    names = []
    for i, name in enumerate(found):
        path = as_path(name)
        wanted = "result" + path if not path or path.startswith("/") else path
        wanted = re.sub(r"/(\d+)(?=/|$)", r"_\1", wanted)
        names.append(wanted + f"_{i}" if not path and count > 1 else wanted)
    return names


def write(folder, name):
    function, form = MODELS[name]
    jax.config.update("jax_enable_x64", form == "double")
    global rng
    rng = np.random.default_rng(7)
    f, inputs, *shapes = function()
    f.__name__ = name
    text = without_folders(text_of(f, inputs, form, *shapes))
    results = jax.tree.leaves(jax.jit(f)(*inputs))
    leaves = jax.tree.leaves(inputs)
    arrays = {}
    for n, x in zip(input_names(text, len(leaves)), leaves):
        arrays["in." + n] = np.asarray(x)
    for n, x in zip(result_names(text, len(results)), results):
        arrays["out." + n] = np.asarray(x)
    (folder / f"{name}.mlir").write_text(text)
    np.savez_compressed(folder / f"{name}.npz", **arrays)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or MODELS:
        write(folder, name)


if __name__ == "__main__":
    main()
