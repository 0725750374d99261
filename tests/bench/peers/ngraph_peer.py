# SPDX-License-Identifier: Apache-2.0
"""Our own package called from Python: the cases of torch_peer.py. The argument is its folder."""

import sys

sys.path.insert(0, sys.argv[1])
try:
    import numpy as np

    import ngraph as ng
    import ngraph.transformers as ngt
except ImportError as reason:
    print(f"absent: {reason}", flush=True)
    raise SystemExit(0)

import peer

transformer = ngt.make_transformer()
x = ng.placeholder(())
plus_one = transformer.computation(x + 1, x)
scalar = np.array(1, np.float32)

xs, ys = (np.array(values, np.float32) for values in peer.data())
C, N = ng.make_axis(xs.shape[0]), ng.make_axis(xs.shape[1], name="N")
alpha, X, Y = ng.placeholder(()), ng.placeholder([C, N]), ng.placeholder([N])
W = ng.variable([C - 1], initial_value=0)
Y_hat = ng.sigmoid(ng.dot(W, X))
loss = ng.cross_entropy_binary(Y_hat, Y, out_axes=()) / ng.batch_size(Y_hat)
update = ng.assign(W, W - alpha * ng.deriv(loss, W))
train = transformer.computation([loss, W, update], alpha, X, Y)
ALPHA = 0.5


def step_values():
    transformer.initialize()
    results = [train(ALPHA, xs, ys) for _ in range(10)]
    return [float(results[-1][0]), *results[-1][1].tolist()]


peer.serve("ngraph, from Python", {"x_plus_one": lambda: plus_one(scalar),
                                   "step": lambda: train(ALPHA, xs, ys)},
           {"x_plus_one": lambda: [float(plus_one(scalar))], "step": step_values})
