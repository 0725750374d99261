#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Residual networks (He, Zhang, Ren, Sun: "Deep residual learning for image recognition", 2015).

    python3 msra_resnet.py --depth 20 --image_size 32     # synthetic images
    python3 msra_resnet.py --depth 50 -w ~/images         # a folder of images per class

Depths 18, 34, 50, 101 and 152 are those of the paper for ImageNet, 20, 32, 44, 56 and 110 those
for CIFAR-10.
"""
from ngraph.frontends import neon
from ngraph.frontends.neon import ax

# Residual modules per stage, and whether a module is a bottleneck.
IMAGENET = {18: ([2, 2, 2, 2], False), 34: ([3, 4, 6, 3], False), 50: ([3, 4, 6, 3], True),
            101: ([3, 4, 23, 3], True), 152: ([3, 8, 36, 3], True)}
CIFAR = {depth: [(depth - 2) // 6] * 3 for depth in (8, 20, 32, 44, 56, 110)}


def conv(filters, size, strides=1, activation=neon.Rectlin(), name=None):
    return neon.Convolution((size, size, filters), neon.KaimingInit(), strides=strides,
                            padding=size // 2, batch_norm=True, activation=activation, name=name)


def module(filters, strides, bottleneck, changes, name):
    """A residual module. The shortcut has a convolution if the number of filters or the size of the
    image changes.
    """
    out = 4 * filters if bottleneck else filters
    main = [conv(filters, 1, strides), conv(filters, 3)] if bottleneck else [
        conv(filters, 3, strides)]
    main.append(conv(out, 1 if bottleneck else 3, activation=None))
    side = conv(out, 1, strides, activation=None, name="shortcut") if changes else None
    return neon.Sequential([neon.ResidualModule(neon.Sequential(main, name="main"), side,
                                                name="sum"),
                            neon.Activation(neon.Rectlin())], name=name)


def make_layers(depth, scaled):
    if depth in CIFAR:
        counts, bottleneck, filters = CIFAR[depth], False, scaled(16)
        layers = [conv(filters, 3, name="conv1")]
    else:
        (counts, bottleneck), filters = IMAGENET[depth], scaled(64)
        layers = [conv(filters, 7, 2, name="conv1"),
                  neon.Pooling((3, 3), strides=2, padding=1, name="pool1")]
    for stage, count in enumerate(counts):
        for number in range(count):
            strides = 2 if stage > 0 and number == 0 else 1
            changes = number == 0 and (stage > 0 or bottleneck)
            layers.append(module(filters * 2 ** stage, strides, bottleneck, changes,
                                 f"stage{stage + 1}_{number + 1}"))
    return layers + [neon.Preprocess(neon.spatial_mean, name="mean"),
                     neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                                 activation=neon.Softmax(), name="classes")]


def make_optimizer(iteration):
    rate = {"name": "schedule", "base_lr": 0.1, "gamma": 0.1, "schedule": [32000, 48000]}
    return neon.GradientDescentMomentum(rate, momentum_coef=0.9, wdecay=0.0001,
                                        iteration=iteration)


if __name__ == "__main__":
    parser = neon.ImageArgparser(image_size=32, smallest=8, description=__doc__)
    parser.add_argument("--depth", type=int, default=20, choices=sorted({**CIFAR, **IMAGENET}),
                        help="number of layers with weights")
    options = parser.parse_args()
    neon.train_on_images(options, lambda scaled: make_layers(options.depth, scaled),
                         make_optimizer, name="resnet",
                         title=f"A residual network of {options.depth} layers",
                         description="Convolutions whose result is added to their input.")
