# SPDX-License-Identifier: Apache-2.0
"""The CPU transformer under the original's module name."""
from ngraph.transformers.base import Computation, Transformer

__all__ = ["CPUTransformer", "Computation"]


class CPUTransformer(Transformer):
    """Transformer of the backend "cpu"."""

    transformer_name = "cpu"
