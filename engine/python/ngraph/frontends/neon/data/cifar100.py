# SPDX-License-Identifier: Apache-2.0
"""The CIFAR-100 data set."""
import os
import tarfile

import numpy as np

from ngraph.frontends.neon.data.base import DataSet
from ngraph.util.persist import pickle_load

__all__ = ["CIFAR100"]

_ARCHIVE = "cifar-100-python.tar.gz"


class CIFAR100(DataSet):
    """32 x 32 images of 20 coarse or 100 fine classes: "image" (N, C, H, W) and "label" (N).

    The folder contains the published archive cifar-100-python.tar.gz, its folder
    cifar-100-python, or the files train.bin and test.bin of the binary version.
    """

    def __init__(self, path=None, fine=False, seed=0):
        super().__init__(path, seed)
        self.fine = fine

    def load_data(self):
        """Return the training and the validation set, for ArrayIterator."""
        return tuple(_part(*self._read(name)) for name in ("train", "test"))

    def _read(self, name):
        if not self.path:
            return self._made(name)
        found = self.file(f"{name}.bin", os.path.join("cifar-100-python", name), _ARCHIVE)
        if found.endswith(".bin"):
            rows = np.fromfile(found, np.uint8).reshape(-1, 2 + 3072)
            return rows[:, 2:], rows[:, int(self.fine)]
        if found.endswith(_ARCHIVE):
            with tarfile.open(found) as archive:
                held = pickle_load(archive.extractfile(f"cifar-100-python/{name}"))
        else:
            with open(found, "rb") as file:
                held = pickle_load(file)
        return held["data"], held["fine_labels" if self.fine else "coarse_labels"]

    def _made(self, name):
        """Pictures of one colour and brightness gradient per class, with noise."""
        classes = 100 if self.fine else 20
        random = np.random.RandomState(self.seed * 2 + (name == "test"))
        labels = random.randint(classes, size=2000 if name == "train" else 500)
        kinds = np.random.RandomState(self.seed).rand(classes, 3, 3)
        y, x = np.mgrid[0:32, 0:32] / 31.0
        plane = (kinds[labels, :, 0, None, None] + kinds[labels, :, 1, None, None] * x
                 + kinds[labels, :, 2, None, None] * y) / 3
        noisy = plane + random.normal(0, 0.08, plane.shape)
        return np.clip(255 * noisy, 0, 255).astype(np.uint8), labels


def _part(images, labels):
    return {"image": {"data": np.asarray(images, np.uint8).reshape(-1, 3, 32, 32),
                      "axes": ("N", "C", "H", "W")},
            "label": {"data": np.asarray(labels, np.int64), "axes": ("N",)}}
