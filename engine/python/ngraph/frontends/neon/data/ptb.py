# SPDX-License-Identifier: Apache-2.0
"""The Penn Treebank data set."""
from ngraph.frontends.neon.data.base import EngineDataSet

__all__ = ["PTB"]


class PTB(EngineDataSet):
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
