#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""AlexNet (Krizhevsky, Sutskever, Hinton: "ImageNet classification with deep convolutional neural
networks", 2012), in one column.

    python3 alexnet.py --image_size 64 --width 0.25       # synthetic images
    python3 alexnet.py -w ~/images -t 10000 -z 128        # a folder of images per class
"""
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def conv(name, filters, size, strides=1, padding="same"):
    return neon.Convolution((size, size, filters), neon.KaimingInit(), strides=strides,
                            padding=padding, bias_init=neon.ConstantInit(),
                            activation=neon.Rectlin(), name=name)


def pool(name):
    return neon.Pooling((3, 3), strides=2, name=name)


def affine(name, units):
    return neon.Affine(neon.KaimingInit(), nout=units, bias_init=neon.ConstantInit(),
                       activation=neon.Rectlin(), name=name)


def make_layers(scaled):
    return [
        conv("conv1", scaled(64), 11, strides=4, padding=3), pool("pool1"),
        conv("conv2", scaled(192), 5), pool("pool2"),
        conv("conv3", scaled(384), 3), conv("conv4", scaled(256), 3),
        conv("conv5", scaled(256), 3), pool("pool5"),
        affine("affine6", scaled(4096)), neon.Dropout(keep=0.5, name="dropout6"),
        affine("affine7", scaled(4096)), neon.Dropout(keep=0.5, name="dropout7"),
        neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                    activation=neon.Softmax(), name="classes")]


def make_optimizer(iteration):
    return neon.GradientDescentMomentum(0.01, momentum_coef=0.9, wdecay=0.0005,
                                        gradient_clip_norm=5)


if __name__ == "__main__":
    options = neon.ImageArgparser(image_size=224, smallest=63, description=__doc__).parse_args()
    neon.train_on_images(options, make_layers, make_optimizer, name="alexnet", title="AlexNet",
                         description="Five convolutions and three affine layers.")
