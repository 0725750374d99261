# SPDX-License-Identifier: Apache-2.0
"""Folders of pictures, one folder per class."""
import os

import numpy as np

from ngraph import _engine
from ngraph.frontends.neon.data.base import DataSet, divided, folders_in
from ngraph.frontends.neon.data.picture_files import SUFFIXES, read_picture, resized

__all__ = ["ImageFolder"]


class ImageFolder(DataSet):
    """Pictures of a folder: "image" (N, C, H, W) and "label" (N).

    The folder has one folder per class; or the folders train and val (valid, test), each with one
    per class. Without them, every fifth picture of a class is for validation, beginning with the
    first, unless it is the only one.
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
        names = folders_in(self.path)
        other = next((name for name in ("val", "valid", "test") if name in names), None)
        if "train" in names and other:
            self.classes = folders_in(os.path.join(self.path, "train"))
            return tuple(self._part(self._files(os.path.join(self.path, name)))
                         for name in ("train", other))
        self.classes = names
        parts = zip(*map(divided, self._files(self.path)))
        return tuple(self._part(part) for part in parts)

    def _files(self, folder):
        """Return the paths of the pictures of each class."""
        found = []
        for name in self.classes:
            inside = os.path.join(folder, name)
            files = sorted(os.listdir(inside)) if os.path.isdir(inside) else []
            found.append([os.path.join(inside, each) for each in files
                          if each.lower().endswith(SUFFIXES)])
        if not any(found):
            raise FileNotFoundError(f"{folder} has no pictures in folders of classes")
        return found

    def _part(self, files):
        images = [resized(read_picture(path), *self.size) for paths in files for path in paths]
        labels = [label for label, paths in enumerate(files) for _ in paths]
        return _arrays(np.reshape(images, (len(images), *self.size, 3)).astype(np.uint8), labels)

    def _sized(self, part):
        images = part["image"]["data"].transpose(0, 2, 3, 1)
        return _arrays(np.stack([resized(each, *self.size) for each in images]),
                       part["label"]["data"])


def _arrays(images, labels):
    return {"image": {"data": np.ascontiguousarray(images.transpose(0, 3, 1, 2)),
                      "axes": ("N", "C", "H", "W")},
            "label": {"data": np.asarray(labels, np.int64), "axes": ("N",)}}
