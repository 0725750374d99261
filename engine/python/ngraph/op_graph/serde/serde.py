# SPDX-License-Identifier: Apache-2.0
"""Graphs as bytes in the original's protobuf format.

A graph contains the initial values of variables, not their current values: see serde_weights.
"""
from ngraph.op_graph.op_graph import Op
from ngraph.op_graph.serde.load import ops_of
from ngraph.op_graph.serde import messages
from ngraph.op_graph.serde.messages import *  # noqa: F401,F403
from ngraph.op_graph.serde.save import graph_of
from ngraph.op_graph.serde.schema import parse, serialize

__all__ = ["deserialize_graph", "serialize_graph"] + messages.__all__


def serialize_graph(ops, only_return_handle_ops=False):
    """Return the bytes of the ops and all ops they depend on.

    Derivatives and costs are written as the primitive ops they expand to. Ops that the original
    lacks have a form of their own, which only this package reads; see forms.py.

    Parameters
    ----------
    only_return_handle_ops : bool
        Whether deserialize_graph returns these ops only, instead of the whole graph.
    """
    given = [ops] if isinstance(ops, Op) else list(ops)
    return serialize(graph_of(given, only_return_handle_ops), "GraphDef")


def deserialize_graph(graph_def):
    """Return the ops of a serialized graph in their order: the handle ops, or all.

    Raises BadFile, a ValueError, for damaged bytes and ops of unknown classes.
    """
    return ops_of(parse(graph_def, "GraphDef"))
