# SPDX-License-Identifier: Apache-2.0
"""The works of Shakespeare as characters."""
import os

import numpy as np

from ngraph import _engine
from ngraph.frontends.neon.data.base import DataSet

__all__ = ["Shakespeare"]


class Shakespeare(DataSet):
    """A text by character: arrays `train` and `test` of character numbers, 0 for characters that
    the training text lacks.

    The folder contains the published file shakespeare_input.txt, or the file `filename`.
    """

    def __init__(self, path=None, url=None, filename=None, train_split=0.9, seed=0):
        super().__init__(path, seed)
        self.url, self.train_split = url, train_split
        self.filename = filename or "shakespeare_input.txt"
        self.vocab = None
        train, test = self.load_data()
        self.train, self.test = self.digitize(train), self.digitize(test)

    def load_data(self):
        """Return the texts of the training and the test part."""
        if self.path:
            with open(self.file(os.path.basename(self.filename)), encoding="utf-8") as file:
                text = file.read()
        else:
            made = _engine.neon.load_data_set("ptb_characters", "", self.seed)
            numbers = made["parts"]["train"]["inputs"]["data"].astype(np.int64)
            text = "".join(made["classes"][number] for number in numbers)
        middle = int(self.train_split * len(text))
        return text[:middle], text[middle:]

    def build_vocab(self, text):
        """Set the vocabulary to the characters of a text, numbered from 1."""
        self.vocab = sorted(set(text))
        self.index_to_token = {0: "<UNK>", **dict(enumerate(self.vocab, 1))}
        self.token_to_index = {token: number for number, token in self.index_to_token.items()}

    def digitize(self, text):
        """Return the character numbers of a text; the first text sets the vocabulary."""
        if self.vocab is None:
            self.build_vocab(text)
        return np.array([self.token_to_index.get(token, 0) for token in text], np.uint32)
