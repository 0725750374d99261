# SPDX-License-Identifier: Apache-2.0
"""The operations of arrays.h in jax."""

import sys

import jax
import jax.numpy as jnp
import numpy as np

import peer


def uneven(shape, size):
    return jnp.asarray(np.array(peer.uneven(shape, size), np.float32).reshape(shape))


def ready(result):
    """On the CPU a call is finished when it returns; on the GPU calls are started ahead."""
    return result if "cuda" in sys.argv else result.block_until_ready()


def sampled(result, count=8):
    flat = np.asarray(result).reshape(-1)
    return flat[::flat.size // count][:count].tolist()


def case(function, *arguments):
    """Each argument is a pair of a shape and the amplitude of its values."""
    def make():
        compiled = jax.jit(function)
        arrays = [uneven(shape, size) for shape, size in arguments]
        return lambda: ready(compiled(*arrays))
    return (make, lambda call: call, lambda call: sampled(call()))


def chain(x):
    return jax.nn.sigmoid(x * 1.5 + 0.25) * 3.0 - 0.5


def layer_norm(x, scale, shift):
    centred = x - x.mean(1, keepdims=True)
    variance = jnp.square(centred).mean(1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * scale + shift


def cases():
    """Cases in the form of peer.network_cases."""
    result = {f"chain_{n}": case(chain, ((n,), 2)) for n in (1000, 1000000, 30000000)}
    for rows, columns in peer.ROWS:
        result[f"softmax_{rows}x{columns}"] = case(jax.nn.softmax, ((rows, columns), 2))
        result[f"layer_norm_{rows}x{columns}"] = case(
            layer_norm, ((rows, columns), 2), ((columns,), 1), ((columns,), 0.5))
    for m, n, k in peer.PRODUCTS:
        result[f"matmul_{m}x{n}x{k}"] = case(jnp.matmul, ((m, k), 1), ((k, n), 1))
    return result
