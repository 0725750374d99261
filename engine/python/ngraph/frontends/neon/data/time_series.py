# SPDX-License-Identifier: Apache-2.0
"""Sequences of numbers whose next element is predicted."""
import os

import numpy as np

from ngraph.frontends.neon.data.base import DataSet
from ngraph.util.errors import BadFile

__all__ = ["TimeSeries"]


class TimeSeries(DataSet):
    """A sequence: "inp" (REC, F) and "tgt" (REC, F), the same one element later.

    The folder contains a file .csv or .npy with one element per row; its columns are standardized.
    The synthetic sequence is a curve of Lissajous in two dimensions.
    """

    def __init__(self, path=None, train_split=0.8, seed=0):
        super().__init__(path, seed)
        self.train_split = train_split

    def load_data(self):
        """Return the training and the validation set, for SequentialArrayIterator."""
        series = self._read() if self.path else self._made()
        middle = int(self.train_split * len(series))
        return self._part(series[:middle]), self._part(series[middle:])

    def _read(self):
        names = sorted(name for name in os.listdir(self.path) if name.endswith((".csv", ".npy")))
        if not names:
            raise FileNotFoundError(f"{self.path} has no file .csv or .npy")
        path = os.path.join(self.path, names[0])
        try:
            series = np.load(path, allow_pickle=False) if path.endswith(".npy") else \
                np.genfromtxt(path, delimiter=",", dtype=np.float64, encoding="utf-8-sig")
        except ValueError as error:
            raise BadFile(f"{path}: {error}") from error
        series = np.atleast_1d(np.asarray(series, np.float64))
        series = series.reshape(len(series), -1)
        if path.endswith(".csv") and len(series) and np.isnan(series[0]).all():
            series = series[1:]  # the line of titles
        missing = np.flatnonzero(~np.isfinite(series).all(axis=1))
        if len(missing):
            raise BadFile(f"{path}: row {missing[0] + 1} of the numbers has none in a column, or "
                          "one that is not finite; fill it in: its neighbours are not one step "
                          "apart")
        if len(series) < 2:
            raise BadFile(f"{path}: fewer than two rows of numbers")
        return (series - series.mean(axis=0)) / (series.std(axis=0) + 1e-12)

    def _made(self):
        time = np.arange(12000) * 2 * np.pi / 50
        noise = np.random.RandomState(self.seed).normal(0, 0.01, (len(time), 2))
        return np.stack([np.sin(time), np.cos(2 * time)], axis=1) + noise

    @staticmethod
    def _part(series):
        axes = ("REC", "F")
        return {"inp": {"data": series[:-1].astype(np.float32), "axes": axes},
                "tgt": {"data": series[1:].astype(np.float32), "axes": axes}}
