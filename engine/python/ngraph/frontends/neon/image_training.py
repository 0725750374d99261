# SPDX-License-Identifier: Apache-2.0
"""The common part of programs that classify images."""
import numpy as np

import ngraph as ng
from ngraph.frontends.neon.arrayiterator import ArrayIterator
from ngraph.frontends.neon.axis import ax
from ngraph.frontends.neon.data import ImageFolder
from ngraph.frontends.neon.layer import Layer, Preprocess
from ngraph.frontends.neon.model import Sequential
from ngraph.frontends.neon.training import TrainingArgparser, run_training
from ngraph._engine.neon import batch_mean, misclassification

__all__ = ["ImageArgparser", "enlarged", "spatial_mean", "train_on_images"]

_SYNTHETIC = 32  # height and width of synthetic images


class ImageArgparser(TrainingArgparser):
    """Argument parser of programs that end with train_on_images.

    Parameters
    ----------
    image_size : int
        Default of --image_size: height and width of the images.
    smallest : int
        The smallest images that the network can take.
    """

    def __init__(self, *args, image_size, smallest=1, **kwargs):
        self.smallest = smallest
        super().__init__(*args, **kwargs)
        self.add_argument("--image_size", type=int, default=image_size,
                          help=f"height and width of the images, from {smallest}")
        self.add_argument("--width", type=float, default=1.0,
                          help="factor of all numbers of filters and units")
        self.set_defaults(batch_size=32)

    def parse_args(self, args=None, namespace=None, **kwargs):
        """Parse the options and apply those that affect the whole program."""
        parsed = super().parse_args(args, namespace, **kwargs)
        if parsed.image_size < self.smallest:
            self.error(f"--image_size: this network takes images of {self.smallest} x "
                       f"{self.smallest} or larger, not {parsed.image_size}")
        return parsed


def enlarged(images, factor):
    """Return images with each pixel repeated `factor` times along H and W."""
    if factor == 1:
        return images
    axes, groups = [], []
    for axis in images.axes:
        repeat = [ng.make_axis(factor, name=f"{axis.name}_repeat")] if axis.name in "HW" else []
        axes += [axis] + repeat
        groups.append([axis] + repeat if repeat else axis)
    flat = ng.flatten(ng.broadcast(images, axes), ng.make_axes(groups))
    return ng.cast_axes(flat, [ng.make_axis(length, name=axis.name) if axis.name in "HW" else axis
                               for axis, length in zip(images.axes, flat.axes.lengths)])


def spatial_mean(images):
    """Return the mean of each channel over D, H and W."""
    return ng.mean(images, reduction_axes=[axis for axis in images.axes if axis.name in "DHW"])


def train_on_images(options, make_layers, optimizer, name, **document):
    """Train a classifier on the folders of images in options.data_dir, or on synthetic images.

    Parameters
    ----------
    make_layers : function
        Returns the layers, of which the last has the axis ax.Y, from a function that scales a
        number of filters by --width.
    optimizer : function
        Returns the optimizer, from the placeholder of the iteration.
    document : str
        title and description of --document.
    """
    folder = ImageFolder(options.data_dir, size=options.image_size)
    synthetic = not folder.path and options.image_size % _SYNTHETIC == 0
    if synthetic:
        folder.size = (_SYNTHETIC, _SYNTHETIC)
    factor = options.image_size // folder.size[0]
    train, valid = folder.load_data()
    train_set = ArrayIterator(train, options.batch_size, options.num_iterations, shuffle=True)
    valid_set = ArrayIterator(valid, options.batch_size)
    inputs = train_set.make_placeholders(include_iteration=True)
    ax.Y.length = len(folder.classes)

    def scaled(count):
        return max(1, int(np.ceil(count * options.width)))

    net = Sequential([Preprocess(lambda images: enlarged((images - 128) / 64, factor))]
                     + list(make_layers(scaled)), name=name)
    classes = ng.one_hot(inputs["label"], axis=ax.Y)
    cost = ng.cross_entropy_multi(net(inputs["image"]), classes)
    step = optimizer(inputs["iteration"])(cost)
    with Layer.inference_mode_on():
        odds = net(inputs["image"])
    return run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, batch_mean(cost)])},
        {"cross_ent_loss": ng.cross_entropy_multi(odds, classes),
         "misclass_pct": misclassification(odds, inputs["label"])},
        data_set="cifar10" if synthetic else None, **document)
