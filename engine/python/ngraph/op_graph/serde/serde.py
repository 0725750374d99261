# SPDX-License-Identifier: Apache-2.0
"""Graphs as bytes, in the original's protobuf format.

The values of variables are not part of a graph, their initial values are: see serde_weights.
"""
from ngraph.op_graph.op_graph import Op
from ngraph.op_graph.serde.load import ops_of
from ngraph.op_graph.serde.save import graph_of
from ngraph.op_graph.serde.wire import parse, serialize

__all__ = ["deserialize_graph", "serialize_graph"]


def serialize_graph(ops, only_return_handle_ops=False):
    """The bytes of the ops and of all that they reach.

    only_return_handle_ops: deserialize_graph gives these ops alone, not all of the graph.
    Derivatives and costs are written as the ops that they stand for. ValueError for ops that the
    format has no place for.
    """
    given = [ops] if isinstance(ops, Op) else list(ops)
    return serialize(graph_of(given, only_return_handle_ops), "GraphDef")


def deserialize_graph(graph_def):
    """The ops of the bytes, in their order: those that were handed over, or all.

    BadFile, a ValueError, for bytes that are damaged or hold ops of unknown classes.
    """
    return ops_of(parse(graph_def, "GraphDef"))
