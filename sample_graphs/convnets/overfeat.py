#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""OverFeat, the fast network (Sermanet and others: "OverFeat: integrated recognition, localization
and detection using convolutional networks", 2013).

    python3 overfeat.py --image_size 64 --width 0.25      # synthetic images
    python3 overfeat.py -w ~/images -t 10000              # a folder of images per class
"""
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def conv(name, filters, size, strides=1, padding=0):
    return neon.Convolution((size, size, filters), neon.KaimingInit(), strides=strides,
                            padding=padding, bias_init=neon.ConstantInit(),
                            activation=neon.Rectlin(), name=name)


def affine(name, units):
    return neon.Affine(neon.KaimingInit(), nout=units, bias_init=neon.ConstantInit(),
                       activation=neon.Rectlin(), name=name)


def make_layers(scaled):
    return [
        conv("conv1", scaled(96), 11, strides=4, padding=2),
        neon.Pooling((2, 2), strides=2, name="pool1"),
        conv("conv2", scaled(256), 5, padding=2), neon.Pooling((2, 2), strides=2, name="pool2"),
        conv("conv3", scaled(512), 3, padding=1), conv("conv4", scaled(1024), 3, padding=1),
        conv("conv5", scaled(1024), 3, padding=1), neon.Pooling((2, 2), strides=2, name="pool5"),
        affine("affine6", scaled(3072)), neon.Dropout(keep=0.5, name="dropout6"),
        affine("affine7", scaled(4096)), neon.Dropout(keep=0.5, name="dropout7"),
        neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                    activation=neon.Softmax(), name="classes")]


def make_optimizer(iteration):
    return neon.GradientDescentMomentum(0.01, momentum_coef=0.9, wdecay=0.0005,
                                        gradient_clip_norm=5)


if __name__ == "__main__":
    options = neon.ImageArgparser(image_size=231, smallest=39, description=__doc__).parse_args()
    neon.train_on_images(options, make_layers, make_optimizer, name="overfeat", title="OverFeat",
                         description="Five convolutions, some with many filters, and three affine "
                                     "layers.")
