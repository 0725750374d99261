# SPDX-License-Identifier: Apache-2.0
"""Layers composed of layers."""
from ngraph._engine.neon import Parallel, ResidualModule, Sequential

__all__ = ["Parallel", "ResidualModule", "Sequential"]
