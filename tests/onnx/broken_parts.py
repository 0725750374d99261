# SPDX-License-Identifier: Apache-2.0
"""Parts of models and of protobuf messages, for write_broken.py."""

import numpy as np
from onnx import TensorProto, StringStringEntryProto, helper, numpy_helper

FLOAT = TensorProto.FLOAT


def value(name, shape=(2, 3)):
    return helper.make_tensor_value_info(name, FLOAT, shape)


def model(nodes, inputs=("x",), outputs=("y",), weights=(), functions=()):
    graph = helper.make_graph(list(nodes), "broken", [value(i) for i in inputs],
                              [value(o) for o in outputs], list(weights))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8,
                             functions=list(functions))


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def plain(**changes):
    return model([node("Add", ["x", "w"], ["y"])],
                 weights=[numpy_helper.from_array(np.ones((2, 3), np.float32), "w")], **changes)


def weight(**fields):
    made = plain()
    tensor = made.graph.initializer[0]
    for field, content in fields.items():
        tensor.ClearField(field)
        if isinstance(content, list):
            getattr(tensor, field).extend(content)
        else:
            setattr(tensor, field, content)
    return made


def external(**entries):
    made = weight(data_location=TensorProto.EXTERNAL)
    made.graph.initializer[0].ClearField("raw_data")
    for key, text in entries.items():
        made.graph.initializer[0].external_data.append(StringStringEntryProto(key=key, value=text))
    return made


def field(number, content):
    """A length-delimited field."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def varint(number):
    text = b""
    while number > 127:
        text += bytes([number & 127 | 128])
        number >>= 7
    return text + bytes([number])


def integer(number, value):
    """A field with a varint."""
    return varint(number << 3) + varint(value)


def subgraph(nodes, inputs=(), outputs=("inner",)):
    return helper.make_graph(list(nodes), "inner", [value(i) for i in inputs],
                             [value(o) for o in outputs])
