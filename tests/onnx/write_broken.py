# SPDX-License-Identifier: Apache-2.0
"""Writes broken/models.txt: a line for each malformed model, its name and its bytes as base64.

Each model, or running it, must be refused with its message in broken/messages.txt, which
onnx_broken_test.cpp writes.
"""

import base64
import pathlib
import sys

import numpy as np
from onnx import TensorProto, ModelProto, helper, numpy_helper

from broken_nodes import drawn_and_counted, loops, ops, quantised, unknown_lengths
from broken_parts import (FLOAT, external, field, integer, model, node, plain, subgraph, value,
                          varint, weight)


def nested(depth):
    """Branches in branches; the protobuf package refuses to build them."""
    graph = b""
    for _ in range(depth):
        attribute = field(1, b"then_branch") + field(6, graph)
        graph = field(1, field(4, b"If") + field(5, attribute))
    return b"\x08\x08" + field(7, graph)


def files():
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
    yield "negative_dimension_of_an_input", negative_input(model([node("Relu", ["x"], ["y"])]))
    yield "cycle", model([node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"]),
                          node("Relu", ["b"], ["y"])])
    yield "cycle_of_one", model([node("Add", ["x", "y"], ["y"])])
    yield "undefined_input", model([node("Add", ["x", "nowhere"], ["y"])])
    yield "undefined_output", model([node("Relu", ["x"], ["z"])])
    yield "value_defined_twice", model([node("Relu", ["x"], ["y"]), node("Neg", ["x"], ["y"])])
    yield "weights_with_one_name", plain_twice()
    yield "control_character_in_a_name", model([node("Relu", ["x"], ["y"], name="a\nb")])
    yield "name_that_is_not_utf8", of_node(field(3, b"a\xff"))
    yield "name_with_an_overlong_character", of_node(field(2, b"\xc0\xaf"))
    yield "name_with_half_of_a_pair", of_node(field(1, b"\xed\xa0\x80"))
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


def of_graph(content):
    """A model whose graph has this content."""
    return b"\x08\x08" + field(7, content)


def of_node(content):
    return of_graph(field(1, content))


def wrong_wire_types():
    """Fields of each message with another wire type than onnx.proto gives them."""
    head = b"\x08\x08" + field(7, b"")
    number, text = (lambda tag: integer(tag, 5)), (lambda tag: field(tag, b"ab"))
    yield "ir_version_is_text", head + text(1)
    yield "opset_import_is_a_number", head + number(8)
    yield "opset_version_is_text", head + field(8, text(2))
    yield "opset_domain_is_a_number", head + field(8, number(1))
    yield "metadata_is_a_number", head + number(14)
    yield "metadata_key_is_a_number", head + field(14, number(1))
    yield "function_is_a_number", head + number(25)
    yield "function_name_is_a_number", head + field(25, number(1))
    yield "function_node_is_a_number", head + field(25, number(7))
    yield "producer_is_a_number", head + number(2)
    for name, content in (
            ("node", number(1)), ("initializer", number(5)), ("input", number(11)),
            ("output", number(12)), ("value_info", number(13)), ("graph_name", number(2))):
        yield f"{name}_is_a_number", of_graph(content)
    for name, content in (("node_input", number(1)), ("node_output", number(2)),
                          ("op_type", number(4)), ("attribute", number(5)), ("domain", number(7))):
        yield f"{name}_is_a_number", of_node(content)
    for name, content in (
            ("name", number(1)), ("text", number(4)), ("tensor", number(5)), ("graph", number(6)),
            ("strings", number(9)), ("floats", number(7)), ("reference", number(21))):
        yield f"attribute_{name}_is_a_number", of_node(field(5, content))
    for name, content in (("integer", text(3)), ("type", text(20))):
        yield f"attribute_{name}_is_text", of_node(field(5, content))
    yield "attribute_floats_cut", of_node(field(5, field(7, b"abcde")))
    yield "attribute_integers_cut", of_node(field(5, field(8, b"\x80\x80")))
    for name, content in (
            ("dims_fixed", varint(1 << 3 | 5) + b"abcd"), ("type_text", text(2)),
            ("floats_number", number(4)), ("doubles_number", number(10)), ("raw_number", number(9)),
            ("strings_number", number(6)), ("name_number", number(8)),
            ("external_number", number(13)),
            ("location_text", text(14))):
        yield f"tensor_{name}", of_graph(field(5, content))
    yield "tensor_dims_cut", of_graph(field(5, field(1, b"\xff\xff")))
    yield "tensor_doubles_cut", of_graph(field(5, integer(2, 11) + field(10, b"abcdefg")))
    for name, content in (("name", number(1)), ("type", number(2)),
                          ("tensor_type", field(2, number(1))),
                          ("shape", field(2, field(1, number(2)))),
                          ("dimension", field(2, field(1, field(2, number(1))))),
                          ("symbol", field(2, field(1, field(2, field(1, number(2))))))):
        yield f"input_{name}_is_a_number", of_graph(field(11, content))
    yield "input_length_is_text", of_graph(
        field(11, field(2, field(1, field(2, field(1, text(1)))))))
    yield "input_element_type_is_text", of_graph(field(11, field(2, field(1, text(1)))))
    yield "input_element_type_is_impossible", of_graph(
        field(11, field(2, field(1, integer(1, 1 << 31)))))
    yield "reserved_wire_type", head + b"\x3e\x00"
    yield "field_number_zero", head + b"\x3a\x02\x00\x00"


def with_value(**kinds):
    """A Relu whose input has another type."""
    made = model([node("Relu", ["x"], ["y"])])
    made.graph.input[0].CopyFrom(kinds["x"])
    return made


def of_function(nodes, inputs=("a",), outputs=("b",), call=None):
    made = model([call or helper.make_node("f", ["x"], ["y"], domain="own")],
                 functions=[helper.make_function("own", "f", list(inputs), list(outputs),
                                                 list(nodes),
                                                 [helper.make_opsetid("", 17)])])
    made.opset_import.append(helper.make_opsetid("own", 1))
    return made


def choice(then, otherwise=None, condition=True):
    flag = numpy_helper.from_array(np.asarray(condition), "flag")
    branches = {"then_branch": then}
    if otherwise:
        branches["else_branch"] = otherwise
    return model([node("If", ["flag"], ["y"], **branches)], weights=[flag])


def graphs():
    """Graphs, functions and branches that do not fit together."""
    relu = node("Relu", ["x"], ["y"])
    yield "cycle_of_three", model([node("Add", ["x", "c"], ["a"]), node("Neg", ["a"], ["b"]),
                                   node("Exp", ["b"], ["c"]), node("Relu", ["a"], ["y"])])
    inside = subgraph([node("Neg", ["y"], ["inner"])])
    yield "cycle_through_a_branch", choice(inside, inside)
    yield "two_inputs_with_one_name", model([relu], inputs=("x", "x"))
    yield "input_with_the_name_of_a_result", model([relu, node("Neg", ["y"], ["x"])])
    yield "result_named_like_a_weight", model(
        [node("Relu", ["x"], ["w"]), node("Neg", ["w"], ["y"])],
        weights=[numpy_helper.from_array(np.ones((2, 3), np.float32), "w")])
    yield "node_without_a_type", model([node("", ["x"], ["y"])])
    yield "node_with_no_input", model([node("Relu", [], ["y"])])
    yield "node_with_an_empty_input", model([node("Relu", [""], ["y"])])
    yield "absent_second_input", model([node("Add", ["x", ""], ["y"])])
    yield "result_of_a_result_that_is_absent", model([node("Relu", ["x"], ["y", "z"]),
                                                      node("Neg", ["z"], ["q"])], outputs=("q",))
    yield "function_reads_nothing", of_function([node("Relu", ["nowhere"], ["b"])])
    yield "function_with_a_cycle", of_function([node("Add", ["a", "c"], ["b"]),
                                                node("Relu", ["b"], ["c"])])
    yield "function_defines_twice", of_function([node("Relu", ["a"], ["b"]),
                                                 node("Neg", ["a"], ["b"])])
    yield "function_without_its_output", of_function([node("Relu", ["a"], ["c"])])
    yield "function_calls_itself", of_function([helper.make_node("f", ["a"], ["b"], domain="own")])
    yield "function_without_an_argument", of_function([node("Add", ["a", "c"], ["b"])],
                                                      inputs=("a", "c"))
    yield "unknown_function", model([helper.make_node("g", ["x"], ["y"], domain="own")])
    good = subgraph([node("Neg", ["x"], ["inner"])])
    yield "branch_reads_nothing", choice(subgraph([node("Neg", ["nowhere"], ["inner"])]), good)
    yield "branch_without_its_output", choice(subgraph([node("Neg", ["x"], ["other"])]), good)
    yield "branch_defines_twice", choice(subgraph([node("Neg", ["x"], ["inner"]),
                                                   node("Exp", ["x"], ["inner"])]), good)
    yield "branch_with_a_cycle", choice(subgraph([node("Add", ["x", "q"], ["inner"]),
                                                  node("Exp", ["inner"], ["q"])]), good)
    yield "condition_of_many_values", choice(good, good, [True, False])
    yield "missing_branch", choice(good)
    yield "unknown_op", model([node("Frobnicate", ["x"], ["y"])])
    yield "unknown_domain", model([helper.make_node("Relu", ["x"], ["y"], domain="com.example")])
    for name, version in (("unknown_opset", 9999), ("negative_opset", -3), ("opset_zero", 0)):
        made = plain()
        made.opset_import[0].version = version
        yield name, made
    made = plain()
    del made.opset_import[:]
    yield "no_opset", made
    sequence = helper.make_tensor_sequence_value_info("x", FLOAT, [2, 3])
    yield "input_is_a_sequence", with_value(x=sequence)
    yield "input_of_text", with_value(x=helper.make_tensor_value_info("x", TensorProto.STRING, [2]))
    yield "input_of_complex_numbers", with_value(
        x=helper.make_tensor_value_info("x", TensorProto.COMPLEX64, [2]))
    yield "input_without_a_shape", with_value(x=helper.make_tensor_value_info("x", FLOAT, None))
    yield "input_of_billions_of_elements", with_value(x=value("x", (1 << 31, 1 << 31)))
    yield "input_of_too_high_a_rank", with_value(x=value("x", [1] * 40))


def more_external():
    for name, location in (("dots", "a/../../secret.bin"), ("a_backslash", "..\\secret.bin"),
                           ("an_address", "https://example.org/w.bin"), ("a_device", "/dev/zero"),
                           ("an_empty_name", ""), ("a_long_name", "a" * 5000),
                           ("a_control_character", "a\nb.bin"),
                           ("a_trailing_slash", "beyond.bin/")):
        yield f"external_data_with_{name}", external(location=location)
    yield "external_length_is_negative", external(location="beyond.bin", length="-24")
    yield "external_length_overflows", external(location="beyond.bin", length="9" * 30)
    yield "external_offset_is_hexadecimal", external(location="beyond.bin", offset="0x10")
    yield "external_offset_beyond_the_largest", external(location="beyond.bin", offset="9" * 18)
    yield "external_data_of_another_shape", external_shape()


def external_shape():
    made = external(location="beyond.bin")
    made.graph.initializer[0].dims[:] = [1 << 20, 1 << 20]
    return made


def models():
    for family in (files, wrong_wire_types, graphs, loops, ops, quantised, unknown_lengths,
                   drawn_and_counted, more_external):
        yield from family()


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    lines, names = [], set()
    for name, made in models():
        content = made if isinstance(made, bytes) else made.SerializeToString()
        assert name not in names, name
        names.add(name)
        lines.append(f"{name} {base64.b64encode(content).decode()}\n")
    (folder / "models.txt").write_text("".join(sorted(lines)), encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1
         else pathlib.Path(__file__).parent / "broken")
