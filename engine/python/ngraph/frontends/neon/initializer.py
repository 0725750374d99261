# SPDX-License-Identifier: Apache-2.0
"""Initial values of weights: functions of the axes that return an array.

Random initializers draw from NumPy's global generator, so numpy.random.seed makes runs
reproducible. Any function from axes to an array or number can be used as an initializer.
"""
import numpy as np

from ngraph.op_graph.axes import is_shadow_axis

__all__ = ["ConstantInit", "GaussianInit", "GlorotInit", "InitializerBase", "KaimingInit",
           "UniformInit", "XavierInit", "compute_fans"]


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
        return np.full(out_axes.lengths, self.val, np.float32)


class UniformInit(InitializerBase):
    """Uniform in [low, high)."""

    def __init__(self, low=-0.01, high=0.01):
        self.low, self.high = low, high

    def __call__(self, out_axes):
        return np.random.uniform(self.low, self.high, tuple(out_axes.lengths))


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
        return np.random.normal(self.mean, self.std, tuple(out_axes.lengths))


class GlorotInit(InitializerBase):
    """Uniform in +-sqrt(6 / (fan in + fan out)) (Glorot and Bengio, 2010)."""

    def __call__(self, out_axes):
        limit = np.sqrt(6.0 / sum(compute_fans(out_axes)))
        return np.random.uniform(-limit, limit, tuple(out_axes.lengths))


class XavierInit(InitializerBase):
    """Uniform in +-sqrt(3 / fan in)."""

    def __call__(self, out_axes):
        limit = np.sqrt(3.0 / compute_fans(out_axes)[0])
        return np.random.uniform(-limit, limit, tuple(out_axes.lengths))


class KaimingInit(InitializerBase):
    """Normal with standard deviation sqrt(2 / fan in) (He, Zhang, Ren, Sun, 2015)."""

    def __call__(self, out_axes):
        deviation = np.sqrt(2.0 / compute_fans(out_axes)[0])
        return np.random.normal(0.0, deviation, tuple(out_axes.lengths))
