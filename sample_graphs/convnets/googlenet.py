#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""GoogLeNet (Szegedy and others: "Going deeper with convolutions", 2014): nine inception modules,
whose four branches are joined along the channels.

    python3 googlenet.py --image_size 32 --width 0.25     # synthetic images
    python3 googlenet.py -w ~/images -t 10000             # a folder of images per class
"""
from ngraph.frontends import neon
from ngraph.frontends.neon import ax

# Filters per module: 1 x 1; 3 x 3 and the 1 x 1 before it; 5 x 5 and the 1 x 1 before it; 1 x 1
# after the pooling.
MODULES = {
    "3a": (64, (96, 128), (16, 32), 32), "3b": (128, (128, 192), (32, 96), 64),
    "4a": (192, (96, 208), (16, 48), 64), "4b": (160, (112, 224), (24, 64), 64),
    "4c": (128, (128, 256), (24, 64), 64), "4d": (112, (144, 288), (32, 64), 64),
    "4e": (256, (160, 320), (32, 128), 128),
    "5a": (256, (160, 320), (32, 128), 128), "5b": (384, (192, 384), (48, 128), 128)}


def conv(filters, size, strides=1, name=None):
    return neon.Convolution((size, size, filters), neon.KaimingInit(), strides=strides,
                            padding=size // 2, bias_init=neon.ConstantInit(),
                            activation=neon.Rectlin(), name=name)


def pool(name, strides=2):
    return neon.Pooling((3, 3), strides=strides, padding=1, name=name)


def inception(name, scaled):
    ones, threes, fives, pooled = MODULES[name]
    return neon.Parallel([
        conv(scaled(ones), 1, name="one"),
        neon.Sequential([conv(scaled(threes[0]), 1), conv(scaled(threes[1]), 3)], name="three"),
        neon.Sequential([conv(scaled(fives[0]), 1), conv(scaled(fives[1]), 5)], name="five"),
        neon.Sequential([pool("window", strides=1), conv(scaled(pooled), 1)], name="pooled"),
    ], name=f"inception_{name}")


def make_layers(scaled):
    layers = [conv(scaled(64), 7, strides=2, name="conv1"), pool("pool1"),
              conv(scaled(64), 1, name="conv2"), conv(scaled(192), 3, name="conv2b"),
              pool("pool2")]
    for name in MODULES:
        layers.append(inception(name, scaled))
        if name in ("3b", "4e"):
            layers.append(pool(f"pool{name[0]}"))
    return layers + [
        neon.Preprocess(neon.spatial_mean, name="mean"), neon.Dropout(keep=0.6, name="dropout"),
        neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                    activation=neon.Softmax(), name="classes")]


def make_optimizer(iteration):
    rate = {"name": "poly", "base_lr": 0.01, "max_iter": 100000, "power": 0.5}
    return neon.GradientDescentMomentum(rate, momentum_coef=0.9, wdecay=0.0002,
                                        gradient_clip_norm=5, iteration=iteration)


if __name__ == "__main__":
    options = neon.ImageArgparser(image_size=224, smallest=32, description=__doc__).parse_args()
    neon.train_on_images(options, make_layers, make_optimizer, name="googlenet", title="GoogLeNet",
                         description="Nine inception modules, whose branches are joined along the "
                                     "channels.")
