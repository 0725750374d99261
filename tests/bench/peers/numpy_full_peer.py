# SPDX-License-Identifier: Apache-2.0
"""NumPy: large arrays, idiomatic code with preallocated outputs."""

try:
    import numpy as np
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
    raise SystemExit(0)

import peer


def uneven(shape, size):
    return np.array(peer.uneven(shape, size), np.float32).reshape(shape)


def sampled(result, count=8):
    flat = result.reshape(-1)
    return flat[::flat.size // count][:count]


def case(shape, make):
    return (lambda: make(uneven(shape, 2)), lambda call: call, lambda call: sampled(call()))


def chain(x):
    y = np.empty_like(x)

    def call():
        np.multiply(x, np.float32(-1.5), out=y)
        np.subtract(y, np.float32(0.25), out=y)
        np.exp(y, out=y)
        np.add(y, np.float32(1), out=y)
        np.divide(np.float32(3), y, out=y)
        return np.subtract(y, np.float32(0.5), out=y)
    return call


def softmax(x):
    y = np.empty_like(x)

    def call():
        np.subtract(x, x.max(1, keepdims=True), out=y)
        np.exp(y, out=y)
        return np.divide(y, y.sum(1, keepdims=True), out=y)
    return call


cases = {f"chain_{n}": case((n,), chain) for n in (1000, 1000000, 30000000)}
for rows, columns in ((1024, 1024), (64, 32000)):
    cases[f"softmax_{rows}x{columns}"] = case((rows, columns), softmax)
peer.serve_lazily(f"numpy {np.__version__}", cases)
