#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""VGG, configuration A (Simonyan, Zisserman: "Very deep convolutional networks for large-scale
image recognition", 2014): eight convolutions of 3 x 3 and three affine layers.

    python3 vgg_a.py --image_size 32 --width 0.25         # synthetic images
    python3 vgg_a.py -w ~/images -t 10000                 # a folder of images per class
"""
from ngraph.frontends import neon
from ngraph.frontends.neon import ax

STAGES = [[64], [128], [256, 256], [512, 512], [512, 512]]  # filters of the convolutions


def stage(number, filters):
    """Convolutions, then the maximum of 2 x 2."""
    convolutions = [
        neon.Convolution((3, 3, count), neon.KaimingInit(), padding=1,
                         bias_init=neon.ConstantInit(), activation=neon.Rectlin(), name=f"conv{i}")
        for i, count in enumerate(filters, 1)]
    return neon.Sequential(convolutions + [neon.Pooling((2, 2), strides=2, name="pool")],
                           name=f"stage{number}")


def make_layers(scaled):
    layers = [stage(number, [scaled(count) for count in filters])
              for number, filters in enumerate(STAGES, 1)]
    for number in (6, 7):
        layers.append(neon.Affine(neon.KaimingInit(), nout=scaled(4096),
                                  bias_init=neon.ConstantInit(), activation=neon.Rectlin(),
                                  name=f"affine{number}"))
        layers.append(neon.Dropout(keep=0.5, name=f"dropout{number}"))
    return layers + [neon.Affine(neon.GlorotInit(), axes=ax.Y, bias_init=neon.ConstantInit(),
                                 activation=neon.Softmax(), name="classes")]


def make_optimizer(iteration):
    return neon.GradientDescentMomentum(0.01, momentum_coef=0.9, wdecay=0.0005,
                                        gradient_clip_norm=5)


if __name__ == "__main__":
    options = neon.ImageArgparser(image_size=224, smallest=32, description=__doc__).parse_args()
    neon.train_on_images(options, make_layers, make_optimizer, name="vgg_a", title="VGG A",
                         description="Eight convolutions of 3 x 3 and three affine layers.")
