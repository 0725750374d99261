#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Digit classification by a multilayer perceptron with one hidden layer.

    python3 10_mnist_mlp.py                      # synthetic digits
    python3 10_mnist_mlp.py -w ~/mnist -t 2000   # the published files
"""
import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def make_net():
    """Network with 784 inputs, 100 hidden units and ten class scores."""
    normal = neon.GaussianInit()
    return neon.Sequential([
        neon.Preprocess(lambda pixels: pixels / 255),
        neon.Affine(normal, nout=100, activation=neon.Rectlin()),
        neon.Affine(normal, axes=ax.Y, activation=neon.Logistic()),
    ], name="mlp")


def main():
    options = neon.TrainingArgparser(description=__doc__.splitlines()[0]).parse_args()
    train, test = neon.MNIST(options.data_dir).load_data()
    train_set = neon.ArrayIterator(train, options.batch_size, options.num_iterations, shuffle=True)
    test_set = neon.ArrayIterator(test, options.batch_size)

    inputs = train_set.make_placeholders()
    ax.Y.length = 10
    digit, true_scores = inputs["label"], ng.one_hot(inputs["label"], axis=ax.Y)
    net = make_net()

    cost = ng.cross_entropy_binary(net(inputs["image"]), true_scores)
    step = neon.GradientDescentMomentum(0.1, momentum_coef=0.9)(cost)
    with neon.Layer.inference_mode_on():
        scores = net(inputs["image"])
    evaluated = {"cross_ent_loss": ng.cross_entropy_binary(scores, true_scores),
                 "misclassified": neon.misclassification(scores, digit)}
    neon.run_training(options, train_set, test_set, inputs,
                      {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, evaluated,
                      title="Digit classification")


if __name__ == "__main__":
    main()
