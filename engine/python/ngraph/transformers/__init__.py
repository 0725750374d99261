# SPDX-License-Identifier: Apache-2.0
"""Transformers compile graphs to programs and run them."""
from ngraph.transformers.base import (
    Computation, Transformer, TransformerFactory, UnsupportedTransformerException,
    allocate_transformer, make_transformer, make_transformer_factory, pass_choices,
    set_transformer_factory, transformer_choices)

__all__ = [
    "Computation", "Transformer", "TransformerFactory", "UnsupportedTransformerException",
    "allocate_transformer", "make_transformer", "make_transformer_factory", "pass_choices",
    "set_transformer_factory", "transformer_choices",
]
