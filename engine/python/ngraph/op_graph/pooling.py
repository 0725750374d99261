# SPDX-License-Identifier: Apache-2.0
"""Pooling."""
from ngraph.builders import pooling
from ngraph.op_graph.op_classes import BpropPoolOp, PoolingOp

__all__ = ["BpropPoolOp", "PoolingOp", "pooling"]
