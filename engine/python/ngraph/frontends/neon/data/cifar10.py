# SPDX-License-Identifier: Apache-2.0
"""The CIFAR-10 data set."""
from ngraph.frontends.neon.data.base import EngineDataSet

__all__ = ["CIFAR10"]


class CIFAR10(EngineDataSet):
    """32 x 32 images of ten classes: "image" (N, C, H, W) and "label" (N)."""

    kind = "cifar10"
