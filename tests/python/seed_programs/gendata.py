# SPDX-License-Identifier: Apache-2.0
"""Mixture of Gaussians for the walk-throughs: the original's data for the same seed (NumPy's legacy
RandomState)."""
import numpy as np


class MixtureGenerator:
    def __init__(self, pvals, shape, seed=0):
        self.rng = np.random.RandomState(seed)
        self.shape = tuple(shape)
        self.pvals = pvals
        self.size = int(np.prod(shape))
        self.A = self.rng.uniform(-1, 1, (self.size, self.size, len(pvals)))
        self.b = self.rng.uniform(-1, 1, (self.size, len(pvals)))
        self.cuts = np.cumsum(pvals)

    def fill(self, xs, ys):
        n = xs.shape[-1]
        for i in range(n):
            ys[i] = np.searchsorted(self.cuts, self.rng.uniform(), side='right')
        xs[...] = self.rng.normal(0, 0.3, xs.shape)
        flat = xs.reshape(self.size, n)
        for i in range(n):
            y = int(ys[i])
            flat[:, i] = self.A[..., y].dot(flat[:, i]) + self.b[..., y]

    def gen_data(self, batch_size, n_batches):
        XS, YS = [], []
        for _ in range(n_batches):
            xs = np.empty(self.shape + (batch_size,))
            ys = np.empty((batch_size,), dtype=int)
            self.fill(xs, ys)
            XS.append(xs)
            YS.append(ys)
        return XS, YS
