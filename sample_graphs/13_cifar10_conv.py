#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Image classification by two convolutions and an affine layer, ten classes.

    python3 13_cifar10_conv.py                        # synthetic images
    python3 13_cifar10_conv.py -w ~/cifar10 -t 2000   # the published files
"""
import numpy as np

import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax

MEAN_COLOUR = np.array([104, 119, 127])


def centred(pictures):
    """Subtract the mean colour of the training set and divide by 255."""
    mean = ng.constant(MEAN_COLOUR, axes=[pictures.axes.channel_axis()])
    return (pictures - mean) / 255


def make_net(batch_norm):
    """16 and 32 filters of 5 x 5, each followed by pooling; 500 hidden units; ten classes."""
    start, common = neon.UniformInit(-0.1, 0.1), {"batch_norm": batch_norm}
    stages = [neon.Preprocess(centred)]
    for filters in (16, 32):
        stages.append(neon.Convolution((5, 5, filters), start, activation=neon.Rectlin(), **common))
        stages.append(neon.Pooling((2, 2), strides=2))
    stages.append(neon.Affine(start, nout=500, activation=neon.Rectlin(), **common))
    stages.append(neon.Affine(start, axes=ax.Y, activation=neon.Softmax()))
    return neon.Sequential(stages, name="convnet")


def main():
    parser = neon.TrainingArgparser(description=__doc__.splitlines()[0])
    parser.add_argument("--use_batch_norm", action="store_true", help="instead of biases")
    options = parser.parse_args()
    train, test = neon.CIFAR10(options.data_dir).load_data()
    train_set = neon.ArrayIterator(train, options.batch_size, options.num_iterations, shuffle=True)
    test_set = neon.ArrayIterator(test, options.batch_size)

    inputs = train_set.make_placeholders()
    ax.Y.length = 10
    kind, true_kind = inputs["label"], ng.one_hot(inputs["label"], axis=ax.Y)
    net = make_net(options.use_batch_norm)

    cost = ng.cross_entropy_multi(net(inputs["image"]), true_kind)
    step = neon.GradientDescentMomentum(0.01, momentum_coef=0.9)(cost)
    with neon.Layer.inference_mode_on():
        odds = net(inputs["image"])
    evaluated = {"cross_ent_loss": ng.cross_entropy_multi(odds, true_kind),
                 "misclassified": neon.misclassification(odds, kind)}
    neon.run_training(options, train_set, test_set, inputs,
                      {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, evaluated,
                      title="Image classification")


if __name__ == "__main__":
    main()
