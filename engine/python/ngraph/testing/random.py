# SPDX-License-Identifier: Apache-2.0
"""Random arrays over axes, from NumPy's RandomState."""
import numpy as np

from ngraph.op_graph.axes import make_axes


class RandomTensorGenerator:
    """Random arrays with the lengths of given axes; deterministic for a given seed."""

    def __init__(self, seed=0, dtype=np.float32):
        self.dtype = dtype
        self.seed = seed
        self.reset(seed)

    def reset(self, seed=None):
        """Restart the stream, optionally with another seed."""
        self.seed = self.seed if seed is None else seed
        self.rng = np.random.RandomState(self.seed)

    @staticmethod
    def _shape(axes):
        return tuple(make_axes(axes).lengths)

    def uniform(self, low, high, axes, dtype=None):
        """Uniform in [low, high)."""
        drawn = self.rng.uniform(low, high, self._shape(axes))
        return np.array(drawn, dtype=dtype or self.dtype)

    def discrete_uniform(self, low, high, quantum, axes, dtype=None):
        """Uniform over low, low + quantum, … below high."""
        count = int(np.ceil((high - low) / float(quantum)))
        steps = self.rng.random_sample(self._shape(axes)) * count
        return np.array(np.floor(steps) * quantum + low, dtype=dtype or self.dtype)

    def random_integers(self, low, high, axes, dtype=np.int8):
        """Random integers from low to high, inclusive."""
        return np.array(self.rng.randint(low, high + 1, self._shape(axes)), dtype=dtype)

    def normal(self, loc, scale, axes, dtype=None):
        """Normal with mean loc and standard deviation scale."""
        drawn = self.rng.normal(loc, scale, self._shape(axes))
        return np.array(drawn, dtype=dtype or self.dtype)

    def randn_abs_clip(self, axes, clip_min=0, clip_max=1, dtype=None):
        """Absolute values of normal samples, clipped."""
        drawn = np.abs(self.rng.randn(*self._shape(axes)))
        return np.array(np.clip(drawn, clip_min, clip_max), dtype=dtype or self.dtype)
