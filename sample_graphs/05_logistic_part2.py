# SPDX-License-Identifier: Apache-2.0
"""Logistic regression on samples of 2 x 2 numbers, with a weight matrix and a bias. After each
epoch, a second computation evaluates the loss on validation data."""
import ngraph as ng
import ngraph.transformers as ngt
from ngraph.testing.mixture import MixtureGenerator

ax = ng.make_name_scope("ax")
ax.W = ng.make_axis(length=2)
ax.H = ng.make_axis(length=2)
ax.N = ng.make_axis(length=128, batch=True)

alpha = ng.placeholder(())
X = ng.placeholder([ax.W, ax.H, ax.N])
Y = ng.placeholder([ax.N])
W = ng.variable([ax.W, ax.H], initial_value=0).named("W")
b = ng.variable((), initial_value=0).named("b")

Y_hat = ng.sigmoid(ng.dot(W, X) + b)
loss = ng.cross_entropy_binary(Y_hat, Y, out_axes=())
updates = ng.doall([ng.assign(v, v - alpha * ng.deriv(loss, v) / ng.batch_size(Y_hat))
                    for v in loss.variables()])

generator = MixtureGenerator([0.5, 0.5], (ax.W.length, ax.H.length))
samples, labels = generator.gen_data(ax.N.length, 10)
kept_samples, kept_labels = generator.gen_data(ax.N.length, 4)

with ngt.make_transformer() as transformer:
    train = transformer.computation([loss, W, b, updates], alpha, X, Y)
    evaluate = transformer.computation(loss, X, Y)

    def average_loss():
        """Loss per validation sample, summed over batches as in the walk-through."""
        return sum(map(evaluate, kept_samples, kept_labels)) / ax.N.length

    print([v.name for v in loss.variables()])
    print(f"Starting avg loss: {average_loss()}")
    for epoch in range(10):
        for xs, ys in zip(samples, labels):
            _, w_value, b_value, _ = train(5.0 / (1 + epoch), xs, ys)
        print(f"After epoch {epoch}: W: {w_value.T}, b: {b_value}, avg loss {average_loss()}")
