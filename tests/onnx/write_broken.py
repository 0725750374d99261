# SPDX-License-Identifier: Apache-2.0
"""Writes the malformed models of the folder broken; each must be refused with the message beside it."""

import pathlib
import sys

import numpy as np
from onnx import TensorProto, ModelProto, StringStringEntryProto, helper, numpy_helper

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
    size, length = len(content), b""
    while size > 127:
        length += bytes([size & 127 | 128])
        size >>= 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content


def nested(depth):
    """Branches in branches; the protobuf package refuses to build them."""
    graph = b""
    for _ in range(depth):
        attribute = field(1, b"then_branch") + field(6, graph)
        graph = field(1, field(4, b"If") + field(5, attribute))
    return b"\x08\x08" + field(7, graph)


def models():
    good = plain().SerializeToString()
    yield "no_graph", ModelProto(ir_version=8, producer_name="p").SerializeToString()
    yield "cut_in_the_graph", good[:40]
    yield "cut_in_the_last_field", good[:-2]
    yield "varint_without_end", b"\x08\x08\x3a" + b"\xff" * 12
    yield "graph_longer_than_the_file", b"\x08\x08\x3a\xff\xff\xff\xff\x07\x0a\x00"
    yield "graph_is_a_number", b"\x08\x08\x3a\x00\x38\x05"
    yield "name_is_a_number", b"\x08\x08\x3a\x04\x0a\x02\x18\x07"
    yield "group_field", b"\x08\x08\x3a\x02\x0b\x0c"
    yield "negative_length", weight(dims=[-2, 3])
    yield "billions_of_elements", weight(dims=[1 << 31, 1 << 31, 1 << 31])
    yield "shape_larger_than_the_data", weight(dims=[1 << 20, 1 << 20])
    yield "data_too_short", weight(dims=[2, 4])
    yield "data_too_long", weight(dims=[2, 2])
    yield "rank_of_forty", weight(dims=[1] * 40)
    yield "unknown_element_type", weight(data_type=99)
    yield "negative_dimension_of_an_input", model([node("Relu", ["x"], ["y"])])
    yield "cycle", model([node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"]),
                          node("Relu", ["b"], ["y"])])
    yield "cycle_of_one", model([node("Add", ["x", "y"], ["y"])])
    yield "undefined_input", model([node("Add", ["x", "nowhere"], ["y"])])
    yield "undefined_output", model([node("Relu", ["x"], ["z"])])
    yield "value_defined_twice", model([node("Relu", ["x"], ["y"]), node("Neg", ["x"], ["y"])])
    yield "weights_with_one_name", plain_twice()
    yield "control_character_in_a_name", model([node("Relu", ["x"], ["y"], name="a\nb")])
    yield "external_data_above_the_folder", external(location="../secret.bin")
    yield "external_data_with_an_absolute_path", external(location="/etc/passwd")
    yield "external_data_without_a_file", external(location="weights.bin")
    yield "external_data_without_a_location", external(offset="0")
    yield "external_data_beyond_the_end", external(location="beyond.bin", offset="4096")
    yield "external_data_of_another_size", external(location="beyond.bin", length="7")
    yield "external_data_is_a_folder", external(location=".")
    yield "external_offset_is_not_a_number", external(location="beyond.bin", offset="-1")
    yield "external_offset_overflows", external(location="beyond.bin", offset="9" * 30)
    yield "graphs_nested_too_deeply", nested(110)
    yield "sparse_weights", sparse()
    yield "attribute_of_an_unknown_type", attribute_type(77)
    yield "packed_floats_cut", b"\x08\x08\x3a\x09\x2a\x07\x10\x01\x22\x03\x00\x00\x00"


def plain_twice():
    made = plain()
    made.graph.initializer.append(made.graph.initializer[0])
    return made


def sparse():
    made = plain()
    made.graph.sparse_initializer.add().dims.extend([2, 3])
    return made


def attribute_type(kind):
    text = model([node("LeakyRelu", ["x"], ["y"], alpha=0.5)]).SerializeToString()
    return text.replace(b"\xa0\x01\x01", b"\xa0\x01" + bytes([kind]))


def negative_input(made):
    made.graph.input[0].type.tensor_type.shape.dim[0].dim_value = -4
    return made


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in models():
        if name == "negative_dimension_of_an_input":
            made = negative_input(made)
        content = made if isinstance(made, bytes) else made.SerializeToString()
        (folder / f"{name}.onnx").write_bytes(content)
    (folder / "beyond.bin").write_bytes(b"\0" * 24)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "broken")
