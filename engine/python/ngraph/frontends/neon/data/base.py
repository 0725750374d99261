# SPDX-License-Identifier: Apache-2.0
"""Base class of data sets: the folder of the published files, or synthetic data."""
import logging
import os

from ngraph import _engine

_logger = logging.getLogger(__name__)


def folders_in(path):
    """Return the names of the folders in a folder, sorted."""
    return sorted(name for name in os.listdir(path) if os.path.isdir(os.path.join(path, name)))


def divided(items):
    """Return the items of a class for training and for validation: every fifth, from the first.

    One that is alone is for training.
    """
    if len(items) == 1:
        return items, []
    return [item for number, item in enumerate(items) if number % 5], items[::5]


class DataSet:
    """Base class of data sets.

    `path` is the folder of the published files. Without a path, or (with a warning) if the folder
    is empty or does not exist, a small synthetic data set is generated.
    """

    def __init__(self, path=None, seed=0):
        folder = os.path.expanduser(path) if path else ""
        self.path = folder if os.path.isdir(folder) and os.listdir(folder) else ""
        if folder and not self.path:
            why = "is empty" if os.path.isdir(folder) else "does not exist"
            _logger.warning("%s: the folder %s %s; using small synthetic data",
                            type(self).__name__, folder, why)
        self.seed = seed

    @property
    def origin(self):
        """The folder that was read, or the name and seed of the synthetic set."""
        return self.path or f"synthetic {type(self).__name__}, seed {self.seed}"

    def file(self, *names):
        """Return the path of the first existing of these files in the folder."""
        for name in names:
            path = os.path.join(self.path, name)
            if os.path.exists(path):
                return path
        raise FileNotFoundError(f"{type(self).__name__}: {self.path} has no {' or '.join(names)}")


class EngineDataSet(DataSet):
    """A data set that the engine reads or generates: the one called `kind`."""

    kind = None

    def __init__(self, path=None, seed=0):
        super().__init__(path, seed)
        self._loaded = None

    def _load(self):
        if self._loaded is None:
            self._loaded = _engine.neon.load_data_set(self.kind, self.path, self.seed)
        return self._loaded

    @property
    def origin(self):
        """The folder that was read, or the name and seed of the synthetic set."""
        return self._load()["origin"]

    @property
    def classes(self):
        """Names of the label values."""
        return self._load()["classes"]

    def load_data(self):
        """Return the training and the validation set, for ArrayIterator."""
        parts = self._load()["parts"]
        return parts["train"], parts["test"]
