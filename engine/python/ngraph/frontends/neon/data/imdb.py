# SPDX-License-Identifier: Apache-2.0
"""Film reviews of IMDB, labelled positive or negative."""
import numpy as np

from ngraph.frontends.neon.data.base import DataSet
from ngraph.util.persist import pickle_load

__all__ = ["IMDB", "pad_sentences", "preprocess_text"]


def preprocess_text(X, vocab_size, oov=2, start=1, index_from=3):  # noqa: N803
    """Return texts of word numbers: each begins with `start` (None: without), numbers are increased
    by index_from, and those of vocab_size or more become `oov` (either None: they stay).
    """
    first = [] if start is None else [start]
    texts = [first + [word + index_from for word in text] for text in X]
    if vocab_size is None:
        vocab_size = max(max(text) for text in texts) + 1
    if oov is None:
        return texts
    return [[oov if word >= vocab_size else word for word in text] for text in texts]


def pad_sentences(sentences, pad_idx, pad_to_len=None, pad_from="left"):
    """Return an array of the last pad_to_len words of each sentence, padded on one side."""
    length = max(map(len, sentences)) if pad_to_len is None else pad_to_len
    padded = np.full((len(sentences), length), pad_idx, np.int32)
    for row, sentence in zip(padded, sentences):
        words = sentence[-length:]
        if words:
            row[slice(-len(words), None) if pad_from == "left" else slice(len(words))] = words
    return padded


class IMDB(DataSet):
    """Film reviews: "review" (N, REC) of word numbers, and "label" (N), 1 for a positive one.

    The folder contains the published file imdb.pkl: word numbers by frequency, and labels.
    """

    def __init__(self, path=None, vocab_size=20000, sentence_length=128, pad_idx=0, shuffle=True,
                 seed=0):
        super().__init__(path, seed)
        self.vocab_size, self.sentence_length = vocab_size, sentence_length
        self.pad_idx, self.shuffle = pad_idx, shuffle
        self.nclass = 2

    def _made(self):
        """Texts of Zipf-distributed words; some words occur in reviews of one sentiment only."""
        random = np.random.RandomState(self.seed)
        words = max(40, min(self.vocab_size or 2000, 2000) - 3)
        chance = 1.0 / np.arange(1, words + 1)
        marks = random.permutation(words)[:words // 20 * 2].reshape(2, -1)
        labels = random.randint(2, size=2000)
        texts = []
        for label in labels:
            text = random.choice(words, random.randint(20, 200), p=chance / chance.sum())
            marked = random.rand(len(text)) < 0.1
            text[marked] = random.choice(marks[label], marked.sum())
            texts.append(text.tolist())
        return texts, labels

    def load_data(self, test_split=0.2):
        """Return the parts "train" and "valid", for ArrayIterator."""
        if self.path:
            with open(self.file("imdb.pkl"), "rb") as file:
                texts, labels = pickle_load(file)
        else:
            texts, labels = self._made()
        reviews = pad_sentences(preprocess_text(texts, self.vocab_size), self.pad_idx,
                                self.sentence_length)
        labels = np.asarray(labels)
        if self.shuffle:
            order = np.random.permutation(len(labels))
            reviews, labels = reviews[order], labels[order]
        self.nclass = int(labels.max()) + 1
        middle = int(len(labels) * (1 - test_split))
        return {name: {"review": {"data": reviews[part], "axes": ("N", "REC")},
                       "label": {"data": labels[part], "axes": ("N",)}}
                for name, part in (("train", slice(middle)), ("valid", slice(middle, None)))}
