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
        """Uniform over low, low + quantum, … up to and including high."""
        last = int(np.floor((high - low) / float(quantum) + 1e-9))  # 0.3 / 0.1 is less than 3
        steps = self.rng.randint(0, last + 1, self._shape(axes))
        return np.array(steps * quantum + low, dtype=dtype or self.dtype)

    def random_integers(self, low, high, axes, dtype=np.int8):
        """Random integers from low to high, inclusive."""
        return np.array(self.rng.randint(low, high + 1, self._shape(axes)), dtype=dtype)

    def normal(self, loc, scale, axes, dtype=None):
        """Normal with mean loc and standard deviation scale."""
        drawn = self.rng.normal(loc, scale, self._shape(axes))
        return np.array(drawn, dtype=dtype or self.dtype)

    def randn_abs_clip(self, axes, clip_min=0, clip_max=0, dtype=None):
        """Absolute values of normal samples, clipped; a clip_max of 0 is no upper limit."""
        drawn = np.abs(self.rng.randn(*self._shape(axes)))
        clipped = np.clip(drawn, clip_min, clip_max or None)
        return np.array(clipped, dtype=dtype or self.dtype)
