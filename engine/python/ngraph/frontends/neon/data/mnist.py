# SPDX-License-Identifier: Apache-2.0
"""The MNIST data set."""
from ngraph.frontends.neon.data.base import EngineDataSet

__all__ = ["MNIST"]


class MNIST(EngineDataSet):
    """28 x 28 digits: "image" (N, H, W) and "label" (N)."""

    kind = "mnist"
