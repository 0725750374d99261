# SPDX-License-Identifier: Apache-2.0
"""Folders of pictures, one folder per class."""
import os

import numpy as np

from ngraph import _engine
from ngraph.frontends.neon.data.base import DataSet
from ngraph.frontends.neon.data.picture_files import SUFFIXES, read_picture, resized

__all__ = ["ImageFolder"]


def _folders(path):
    return sorted(name for name in os.listdir(path) if os.path.isdir(os.path.join(path, name)))


class ImageFolder(DataSet):
    """Pictures of a folder: "image" (N, C, H, W) and "label" (N).

    The folder has one folder per class; or the folders train and val (valid, test), each with one
    per class. Without them, every fifth picture of a class is for validation.
    """

    def __init__(self, path=None, size=(32, 32), seed=0):
        super().__init__(path, seed)
        self.size = (size, size) if isinstance(size, int) else tuple(size)
        self.classes = []

    def load_data(self):
        """Return the training and the validation set, for ArrayIterator."""
        if not self.path:
            made = _engine.neon.load_data_set("cifar10", "", self.seed)
            self.classes = made["classes"]
            return tuple(self._sized(made["parts"][name]) for name in ("train", "test"))
        names = _folders(self.path)
        other = next((name for name in ("val", "valid", "test") if name in names), None)
        if "train" in names and other:
            self.classes = _folders(os.path.join(self.path, "train"))
            return tuple(self._part(self._files(os.path.join(self.path, name)))
                         for name in ("train", other))
        self.classes = names
        files = self._files(self.path)
        return (self._part([each for each in files if each[2] % 5]),
                self._part([each for each in files if each[2] % 5 == 0]))

    def _files(self, folder):
        """Return path, label and number within the class of each picture."""
        found = []
        for label, name in enumerate(self.classes):
            inside = os.path.join(folder, name)
            files = sorted(os.listdir(inside)) if os.path.isdir(inside) else []
            pictures = [each for each in files if each.lower().endswith(SUFFIXES)]
            found += [(os.path.join(inside, each), label, number)
                      for number, each in enumerate(pictures)]
        if not found:
            raise FileNotFoundError(f"{folder} has no pictures in folders of classes")
        return found

    def _part(self, files):
        images = np.stack([resized(read_picture(path), *self.size) for path, _, _ in files])
        return _arrays(images, [label for _, label, _ in files])

    def _sized(self, part):
        images = part["image"]["data"].transpose(0, 2, 3, 1)
        return _arrays(np.stack([resized(each, *self.size) for each in images]),
                       part["label"]["data"])


def _arrays(images, labels):
    return {"image": {"data": np.ascontiguousarray(images.transpose(0, 3, 1, 2)),
                      "axes": ("N", "C", "H", "W")},
            "label": {"data": np.asarray(labels, np.int64), "axes": ("N",)}}
