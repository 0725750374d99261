# SPDX-License-Identifier: Apache-2.0
"""Initial values of weights: functions of the axes that return an array.

Random initializers draw from NumPy's global generator, so numpy.random.seed makes runs
reproducible. Any function from axes to an array or number can be used as an initializer.
"""
import numpy as np

from ngraph._engine import InitialSamples
from ngraph.op_graph.axes import is_shadow_axis

__all__ = ["ConstantInit", "GaussianInit", "GlorotInit", "InitializerBase", "KaimingInit",
           "UniformInit", "XavierInit", "compute_fans", "draw_by_engine"]

_by_engine = False


def draw_by_engine(on=True):
    """Let the engine draw the values of weights made from now on, not NumPy. Documents then hold
    four numbers per weight instead of its values.
    """
    global _by_engine
    _by_engine = on


def _uniform(low, high, axes):
    if _by_engine:
        return InitialSamples("uniform", low, high - low)
    return np.random.uniform(low, high, tuple(axes.lengths))


def _normal(mean, std, axes):
    if _by_engine:
        return InitialSamples("normal", mean, std)
    return np.random.normal(mean, std, tuple(axes.lengths))


class InitializerBase:
    """Base class: a function of axes that returns an array over them."""

    def __call__(self, out_axes):
        raise NotImplementedError(f"{type(self).__name__} needs a method __call__(self, out_axes)")


def compute_fans(axes):
    """Return fan in and fan out of weights. Shadow axes are outputs."""
    fans = [1, 1]
    for axis in axes:
        fans[is_shadow_axis(axis)] *= axis.length
    return tuple(fans)


class ConstantInit(InitializerBase):
    """A constant."""

    def __init__(self, val=0.0):
        self.val = val

    def __call__(self, out_axes):
        return self.val if _by_engine else np.full(out_axes.lengths, self.val, np.float32)


class UniformInit(InitializerBase):
    """Uniform in [low, high)."""

    def __init__(self, low=-0.01, high=0.01):
        self.low, self.high = low, high

    def __call__(self, out_axes):
        return _uniform(self.low, self.high, out_axes)


class GaussianInit(InitializerBase):
    """Normal with this mean and standard deviation.

    The original calls the standard deviation `var`; `std` is another name of it.
    """

    def __init__(self, mean=0.0, var=0.01, std=None):
        self.mean, self.std = mean, var if std is None else std

    @property
    def var(self):
        """The standard deviation."""
        return self.std

    def __call__(self, out_axes):
        return _normal(self.mean, self.std, out_axes)


class GlorotInit(InitializerBase):
    """Uniform in +-sqrt(6 / (fan in + fan out)) (Glorot and Bengio, 2010)."""

    def __call__(self, out_axes):
        limit = np.sqrt(6.0 / sum(compute_fans(out_axes)))
        return _uniform(-limit, limit, out_axes)


class XavierInit(InitializerBase):
    """Uniform in +-sqrt(3 / fan in)."""

    def __call__(self, out_axes):
        limit = np.sqrt(3.0 / compute_fans(out_axes)[0])
        return _uniform(-limit, limit, out_axes)


class KaimingInit(InitializerBase):
    """Normal with standard deviation sqrt(2 / fan in) (He, Zhang, Ren, Sun, 2015)."""

    def __call__(self, out_axes):
        deviation = np.sqrt(2.0 / compute_fans(out_axes)[0])
        return _normal(0.0, deviation, out_axes)
