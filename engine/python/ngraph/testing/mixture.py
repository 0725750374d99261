# SPDX-License-Identifier: Apache-2.0
"""Mixture of Gaussians, the data of the walk-throughs."""
import numpy as np


class MixtureGenerator:
    """Generates samples of `shape` in classes of given probabilities; deterministic for a given
    seed.
    """

    def __init__(self, probabilities, shape, seed=0):
        self._random = np.random.RandomState(seed)
        self._shape = tuple(shape)
        self._bounds = np.cumsum(probabilities)
        size, classes = int(np.prod(self._shape)), len(probabilities)
        self._matrices = self._random.uniform(-1, 1, (size, size, classes))
        self._centres = self._random.uniform(-1, 1, (size, classes))

    def batch(self, batch_size):
        """Return samples (shape..., batch_size) and their classes (batch_size)."""
        draws = [self._random.uniform() for _ in range(batch_size)]
        labels = np.searchsorted(self._bounds, draws, side="right")
        noise = self._random.normal(0, 0.3, self._shape + (batch_size,)).reshape(-1, batch_size)
        points = np.einsum("ijn,jn->in", self._matrices[..., labels], noise)
        points += self._centres[:, labels]
        return points.reshape(self._shape + (batch_size,)), labels

    def gen_data(self, batch_size, n_batches):
        """Return a list of samples and a list of labels, one entry per batch."""
        batches = [self.batch(batch_size) for _ in range(n_batches)]
        return [points for points, _ in batches], [labels for _, labels in batches]
