# SPDX-License-Identifier: Apache-2.0
"""CIFAR-10."""
from ngraph.frontends.neon.data.base import EngineDataSet

__all__ = ["CIFAR10"]


class CIFAR10(EngineDataSet):
    """32 x 32 images of ten classes: "image" (N, C, H, W) and "label" (N)."""

    kind = "cifar10"
