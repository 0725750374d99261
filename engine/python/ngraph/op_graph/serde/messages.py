# SPDX-License-Identifier: Apache-2.0
"""Single axes, arrays and ops as messages and back, under the original's names.

Messages are dicts; see schema.py.
"""
import numpy as np

from ngraph.op_graph.op_references import set_uuid
from ngraph.op_graph.serde import load
from ngraph.op_graph.serde.save import GraphWriter
from ngraph.op_graph.serde.values import (
    ReadAxes, array_of, axes_message, axis_message, scalar_message, scalar_of, tensor_message)

__all__ = ["axes_to_protobuf", "axis_to_protobuf", "op_to_protobuf", "pb_to_axes", "pb_to_axis",
           "pb_to_scalar", "pb_to_tensor", "protobuf_to_op", "scalar_to_protobuf",
           "tensor_to_protobuf"]

axis_to_protobuf = axis_message
axes_to_protobuf = axes_message
scalar_to_protobuf = scalar_message
pb_to_tensor = array_of


def tensor_to_protobuf(tensor):
    """Return the message of an array or a NumPy scalar."""
    return tensor_message(np.asarray(tensor))


def pb_to_axis(message):
    """Return the axis of a message."""
    return ReadAxes().axis(message)


def pb_to_axes(message):
    """Return the axes of a message."""
    return ReadAxes().axes(message)


def pb_to_scalar(message):
    """Return the value of a scalar message."""
    return scalar_of(message, ReadAxes())


def op_to_protobuf(op):
    """Return the message of an op without operands, with attributes set by the program."""
    writer = GraphWriter.of_program([op])
    writer.add(op)
    return writer.ops[0]


def protobuf_to_op(message):
    """Return the op of a message; operands are not part of it."""
    node = load.Node(message, ReadAxes())
    op = load.op_of(node, {})
    load.label(node, op)
    set_uuid(op, node.uuid)
    load.set_attributes(node, op, {})
    return op
