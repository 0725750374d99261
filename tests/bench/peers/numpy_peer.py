# SPDX-License-Identifier: Apache-2.0
"""NumPy: x + 1, and a step of logistic regression with a hand-written gradient."""

try:
    import numpy as np
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
    raise SystemExit(0)

import peer

xs, ys = peer.data()
X, Y = np.array(xs, np.float32), np.array(ys, np.float32)
ALPHA, COUNT = np.float32(0.5), np.float32(X.shape[1])
W = np.zeros(X.shape[0], np.float32)
scalar = np.array(1.0, np.float32)


def step():
    y_hat = 1 / (1 + np.exp(-(W @ X)))
    loss = -np.sum(Y * np.log(y_hat) + (1 - Y) * np.log(1 - y_hat)) / COUNT
    gradient = X @ (y_hat - Y) / COUNT
    W[:] -= ALPHA * gradient
    return loss


def step_values():
    W[:] = 0
    losses = [step() for _ in range(10)]
    return [losses[-1], *W]


peer.serve(f"numpy {np.__version__}", {"x_plus_one": lambda: scalar + 1, "step": step},
           {"x_plus_one": lambda: [scalar + 1], "step": step_values})
