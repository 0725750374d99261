# SPDX-License-Identifier: Apache-2.0
"""Ops for finding errors."""
from ngraph.op_graph.op_graph import PrintOp

__all__ = ["PrintOp"]
