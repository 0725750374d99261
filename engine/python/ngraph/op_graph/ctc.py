# SPDX-License-Identifier: Apache-2.0
"""Connectionist temporal classification."""
from ngraph.op_graph.op_graph import CTCOp, ctc

__all__ = ["CTCOp", "ctc"]
