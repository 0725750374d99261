#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Inception v3 (Szegedy and others: "Rethinking the inception architecture for computer vision",
2015): modules of several branches, with convolutions of 7 x 7 cut into 1 x 7 and 7 x 1.

    python3 inception_v3.py --image_size 96 --width 0.25  # synthetic images
    python3 inception_v3.py -w ~/images -t 10000          # a folder of images per class
"""
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def conv(filters, size, strides=1, padding="same", name=None):
    height, width = size if isinstance(size, tuple) else (size, size)
    return neon.Convolution((height, width, filters), neon.KaimingInit(), strides=strides,
                            padding=padding, batch_norm=True, activation=neon.Rectlin(), name=name)


def path(name, *layers):
    return neon.Sequential(layers, name=name)


def mean_3x3():
    return neon.Pooling((3, 3), strides=1, padding=1, pool_type="avg")


def max_3x3(name=None):
    return neon.Pooling((3, 3), strides=2, name=name)


def module_a(name, pooled, s):
    return neon.Parallel([
        conv(s(64), 1, name="one"),
        path("five", conv(s(48), 1), conv(s(64), 5)),
        path("three_three", conv(s(64), 1), conv(s(96), 3), conv(s(96), 3)),
        path("pooled", mean_3x3(), conv(s(pooled), 1))], name=name)


def reduction_a(name, s):
    return neon.Parallel([
        conv(s(384), 3, 2, "valid", name="three"),
        path("three_three", conv(s(64), 1), conv(s(96), 3), conv(s(96), 3, 2, "valid")),
        max_3x3("pooled")], name=name)


def module_b(name, inner, s):
    return neon.Parallel([
        conv(s(192), 1, name="one"),
        path("seven", conv(s(inner), 1), conv(s(inner), (1, 7)), conv(s(192), (7, 1))),
        path("seven_seven", conv(s(inner), 1), conv(s(inner), (7, 1)), conv(s(inner), (1, 7)),
             conv(s(inner), (7, 1)), conv(s(192), (1, 7))),
        path("pooled", mean_3x3(), conv(s(192), 1))], name=name)


def reduction_b(name, s):
    return neon.Parallel([
        path("three", conv(s(192), 1), conv(s(320), 3, 2, "valid")),
        path("seven", conv(s(192), 1), conv(s(192), (1, 7)), conv(s(192), (7, 1)),
             conv(s(192), 3, 2, "valid")),
        max_3x3("pooled")], name=name)


def module_c(name, s):
    def split():
        return neon.Parallel([conv(s(384), (1, 3), name="wide"), conv(s(384), (3, 1), name="high")],
                             name="split")
    return neon.Parallel([
        conv(s(320), 1, name="one"),
        path("three", conv(s(384), 1), split()),
        path("three_three", conv(s(448), 1), conv(s(384), 3), split()),
        path("pooled", mean_3x3(), conv(s(192), 1))], name=name)


def make_layers(scaled, brief=False):
    """All modules; with `brief`, one of each kind."""
    layers = [
        conv(scaled(32), 3, 2, "valid", name="conv1"), conv(scaled(32), 3, 1, "valid", "conv2"),
        conv(scaled(64), 3, name="conv3"), max_3x3("pool3"),
        conv(scaled(80), 1, name="conv4"), conv(scaled(192), 3, 1, "valid", "conv5"),
        max_3x3("pool5")]
    for number, pooled in enumerate([32, 64, 64][:1 if brief else 3], 1):
        layers.append(module_a(f"module_a{number}", pooled, scaled))
    layers.append(reduction_a("reduction_a", scaled))
    for number, inner in enumerate([128, 160, 160, 192][:1 if brief else 4], 1):
        layers.append(module_b(f"module_b{number}", inner, scaled))
    layers.append(reduction_b("reduction_b", scaled))
    for number in range(1, 2 if brief else 3):
        layers.append(module_c(f"module_c{number}", scaled))
    return layers + [neon.Preprocess(neon.spatial_mean, name="mean"),
                     neon.Dropout(keep=0.8, name="dropout"),
                     neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                                 activation=neon.Softmax(), name="classes")]


def make_optimizer(iteration):
    rate = {"name": "exp", "base_lr": 0.045, "gamma": 0.99999}
    return neon.RMSProp(decay_rate=0.9, learning_rate=rate, epsilon=1.0, gradient_clip_norm=2,
                        iteration=iteration)


if __name__ == "__main__":
    parser = neon.ImageArgparser(image_size=299, smallest=75, description=__doc__)
    parser.add_argument("--brief", action="store_true", help="one module of each kind")
    options = parser.parse_args()
    neon.train_on_images(options, lambda scaled: make_layers(scaled, options.brief),
                         make_optimizer, name="inception_v3", title="Inception v3",
                         description="Modules of several branches, with convolutions of 7 x 7 cut "
                                     "into 1 x 7 and 7 x 1.")
