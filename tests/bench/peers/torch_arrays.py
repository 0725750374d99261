# SPDX-License-Identifier: Apache-2.0
"""The operations of arrays.h in PyTorch."""

import functools
import sys

import torch

import peer

# With the argument "cuda" all data is on the GPU.
device = "cuda" if "cuda" in sys.argv else "cpu"
if device == "cuda":
    torch.set_default_device(device)

# A whole function is compiled, as users of torch.compile do; on the GPU with CUDA graphs.
optimized = lambda function: function
if "compiled" in sys.argv:
    optimized = torch.compile if device == "cpu" else functools.partial(
        torch.compile, mode="reduce-overhead")


def uneven(shape, size):
    values = torch.frombuffer(peer.uneven(shape, size), dtype=torch.float32)
    return values.reshape(shape).to(device)


def sampled(result, count=8):
    flat = result.reshape(-1)
    return flat[::flat.numel() // count][:count].tolist()


def case(shape, make):
    """`make` turns x into a function without arguments."""
    return (lambda: make(uneven(shape, 2)), lambda call: call, lambda call: sampled(call()))


def chain(x):
    call = optimized(lambda x: torch.sigmoid(x * 1.5 + 0.25) * 3.0 - 0.5)
    return lambda: call(x)


def softmax(x):
    call = optimized(lambda x: torch.softmax(x, 1))
    return lambda: call(x)


def layer_norm(x):
    columns = x.shape[1]
    scale, shift = uneven((columns,), 1), uneven((columns,), 0.5)
    call = optimized(
        lambda x: torch.nn.functional.layer_norm(x, (columns,), scale, shift))
    return lambda: call(x)


def product(m, n, k):
    def make():
        a, b = uneven((m, k), 1), uneven((k, n), 1)
        return lambda: torch.mm(a, b)
    return (make, lambda call: call, lambda call: sampled(call()))


def cases():
    """Cases in the form of peer.network_cases."""
    result = {f"chain_{n}": case((n,), chain) for n in (1000, 1000000, 30000000)}
    for rows, columns in peer.ROWS:
        result[f"softmax_{rows}x{columns}"] = case((rows, columns), softmax)
        result[f"layer_norm_{rows}x{columns}"] = case((rows, columns), layer_norm)
    for m, n, k in peer.PRODUCTS:
        result[f"matmul_{m}x{n}x{k}"] = product(m, n, k)
    return result
