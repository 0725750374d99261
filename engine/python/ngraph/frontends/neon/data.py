# SPDX-License-Identifier: Apache-2.0
"""Data sets: read from the folder of their published files, or small synthetic ones."""
import logging
import os

from ngraph import _engine

__all__ = ["CIFAR10", "MNIST", "PTB"]


_logger = logging.getLogger(__name__)


class _DataSet:
    """Base class of data sets.

    `path` is the folder of the files. Without a path, or (with a warning) if the folder does not
    exist, a small synthetic data set is generated.
    """

    kind = None

    def __init__(self, path=None, seed=0):
        folder = os.path.expanduser(path) if path else ""
        self.path = folder if os.path.isdir(folder) else ""
        if folder and not self.path:
            _logger.warning("%s: no folder %s; using small synthetic data",
                            type(self).__name__, folder)
        self.seed = seed
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


class MNIST(_DataSet):
    """28 x 28 digits: "image" (N, H, W) and "label" (N)."""

    kind = "mnist"


class CIFAR10(_DataSet):
    """32 x 32 images of ten classes: "image" (N, C, H, W) and "label" (N)."""

    kind = "cifar10"


class PTB(_DataSet):
    """Text of the Penn Treebank, by character or by word.

    "inp_txt" is the text and "tgt_txt" the text shifted by one token (or the same text without
    shift_target).
    """

    def __init__(self, path=None, use_words=False, shift_target=True, seed=0):
        super().__init__(path, seed)
        self.kind = "ptb_words" if use_words else "ptb_characters"
        self.shift_target = shift_target

    @property
    def vocab(self):
        """The vocabulary: characters or words by index."""
        return self.classes

    @property
    def vocab_size(self):
        """Size of the vocabulary."""
        return len(self.classes)

    @property
    def token_to_index(self):
        """Index of each token."""
        return {token: number for number, token in enumerate(self.classes)}

    @property
    def index_to_token(self):
        """Token of each index."""
        return dict(enumerate(self.classes))

    def load_data(self):
        """Return the arrays of the parts "train", "valid" and "test", for SequentialArrayIterator.
        """
        target = "targets" if self.shift_target else "inputs"
        return {name: {"inp_txt": arrays["inputs"], "tgt_txt": arrays[target]}
                for name, arrays in self._load()["parts"].items()}
