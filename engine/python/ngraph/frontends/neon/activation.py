# SPDX-License-Identifier: Apache-2.0
"""Activations: callables from op to op. Any function from op to op can be used as one."""
from ngraph._engine import neon as _neon

__all__ = ["Explin", "Identity", "Logistic", "Normalizer", "Rectlin", "Rectlinclip", "Softmax",
           "Tanh"]


class Identity:
    """Identity: x."""

    def __call__(self, x):
        return x


class Rectlin:
    """Leaky ReLU: max(x, 0) + slope * min(x, 0)."""

    def __init__(self, slope=0):
        self.slope = slope

    def __call__(self, x):
        return _neon.rectlin(x, self.slope)


class Rectlinclip:
    """Clipped leaky ReLU: min(max(x, 0) + slope * min(x, 0), cutoff)."""

    def __init__(self, slope=0, cutoff=20.0):
        self.slope, self.cutoff = slope, cutoff

    def __call__(self, x):
        return _neon.rectlinclip(x, self.slope, self.cutoff)


class Explin:
    """Exponential linear unit: max(x, 0) + alpha * (exp(min(x, 0)) - 1)."""

    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def __call__(self, x):
        return _neon.explin(x, self.alpha)


class Normalizer:
    """Division by a constant: x / divisor."""

    def __init__(self, divisor=128.0):
        self.divisor = divisor

    def __call__(self, x):
        return _neon.normalizer(x, self.divisor)


class Softmax:
    """Softmax over all axes except batch and time."""

    def __call__(self, x):
        return _neon.softmax(x)


class Tanh:
    """Hyperbolic tangent."""

    def __call__(self, x):
        return _neon.tanh(x)


class Logistic:
    """Logistic sigmoid: 1 / (1 + exp(-x))."""

    def __call__(self, x):
        return _neon.logistic(x)
