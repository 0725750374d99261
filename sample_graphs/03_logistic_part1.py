# SPDX-License-Identifier: Apache-2.0
"""Logistic regression: two classes of samples of 4 numbers, separated by a weight vector W."""
import ngraph as ng
import ngraph.transformers as ngt
from ngraph.testing.mixture import MixtureGenerator

C = ng.make_axis(length=4, name="C")
N = ng.make_axis(length=128, name="N")

alpha = ng.placeholder(())
X = ng.placeholder([C, N])
Y = ng.placeholder([N])
W = ng.variable([C], initial_value=0).named("W")

Y_hat = ng.sigmoid(ng.dot(W, X))
loss = ng.cross_entropy_binary(Y_hat, Y, out_axes=()) / ng.batch_size(Y_hat)
update = ng.assign(W, W - alpha * ng.deriv(loss, W) / ng.tensor_size(Y_hat))

samples, labels = MixtureGenerator([0.5, 0.5], (C.length,)).gen_data(N.length, 10)

with ngt.make_transformer() as transformer:
    # The loss is that of the old W; a variable in the results has its value after the run.
    train = transformer.computation([loss, W, update], alpha, X, Y)
    for epoch in range(10):
        for xs, ys in zip(samples, labels):
            loss_value, w_value, _ = train(5.0 / (1 + epoch), xs, ys)
            print(f"W: {w_value}, loss {loss_value}")
