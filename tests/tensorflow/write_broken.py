# SPDX-License-Identifier: Apache-2.0
"""Writes broken/models.txt: a line for each malformed file, its name and its bytes as base64.

Each file, or running its graph, must be refused with its message in broken/messages.txt, which
tensorflow_broken_test.cpp writes. Names that begin with "bundle_" are indexes of checkpoints, to
which belongs a data file of 16 bytes; those that begin with "text_" are graphs as text, with
"keras_" archives of Keras, with "hdf5_" HDF5 files, with "lite_" models of TensorFlow Lite.
"""

import base64
import pathlib

import broken_keras
import broken_lite
from broken_parts import (BOOL, FLOAT, INT32, RESOURCE, STRING, attr, block, const, entry, field,
                          floats, func_attr, function, graph, header, int_attr, integer, ints,
                          list_attr, node, of_x, placeholder, shape, shape_attr, table, tensor,
                          text_attr, type_attr, varint)


def structure():
    good = of_x("Relu")
    yield "cut_in_a_node", good[:-3]
    yield "only_the_first_field", good[:12]
    yield "node_without_a_name", graph(placeholder(), node("", "Relu", ["x"]))
    yield "node_without_an_op", graph(placeholder(), node("y", "", ["x"]))
    yield "name_of_a_control_input", graph(placeholder(), node("^y", "Relu", ["x"]))
    yield "control_character_in_a_name", graph(placeholder(), node("a\nb", "Relu", ["x"]))
    yield "name_that_is_not_utf8", graph(placeholder(), node(b"\xff\xfe", "Relu", ["x"]))
    yield "two_nodes_of_one_name", graph(placeholder(), node("y", "Relu", ["x"]),
                                         node("y", "Tanh", ["x"]))
    yield "input_of_a_missing_node", graph(placeholder(), node("y", "Relu", ["nowhere"]))
    yield "control_input_of_a_missing_node", graph(placeholder(), node("y", "Relu", ["x", "^z"]))
    yield "result_number_too_large", graph(placeholder(), node("y", "Relu", ["x:999999999999"]))
    yield "negative_result_number", graph(placeholder(), node("y", "Relu", ["x:-1"]))
    yield "two_result_numbers", graph(placeholder(), node("y", "Relu", ["x:0:0"]))
    yield "input_without_a_node", graph(placeholder(), node("y", "Relu", [":0"]))
    yield "empty_input", graph(placeholder(), node("y", "Relu", [""]))
    yield "data_after_control", graph(placeholder(), node("y", "Relu", ["^x", "x"]))
    yield "node_that_uses_itself", graph(placeholder(), node("y", "Add", ["x", "y"]),
                                         node("z", "Relu", ["y"]))
    yield "cycle", graph(placeholder(), node("a", "Add", ["x", "b"]), node("b", "Relu", ["a"]),
                         node("y", "Relu", ["b"]))
    yield "only_a_placeholder", graph(placeholder())
    yield "only_constants", graph(const("a", floats(1, 2)))
    yield "only_an_update", graph(const("a", floats(1, 2)),
                                  node("v", "VariableV2", (), type_attr("dtype", FLOAT)),
                                  node("s", "Assign", ["v", "a"]))
    yield "node_is_a_number", good + integer(1, 5)
    yield "name_is_a_number", good + field(1, integer(1, 5) + field(2, "Relu"))
    yield "library_is_a_number", good + integer(2, 5)
    yield "group_field", good + b"\x0b\x0c"
    yield "integer_of_eleven_bytes", good + b"\x18" + b"\xff" * 11
    yield "node_longer_than_the_file", good + b"\x0a\xff\xff\xff\xff\x07"
    yield "saved_model_without_graphs", b"\x08\x01" + field(2, field(1, field(4, "serve")))
    yield "saved_model_with_an_empty_graph", (
        b"\x08\x01" + field(2, field(1, field(4, "serve")) + field(2, b"")))
    yield "meta_graph_without_a_graph", field(1, field(4, "serve"))
    yield "too_many_meta_graphs", (
        b"\x08\x01" + field(2, field(1, field(4, "serve")) + field(2, good)) * 300)
    signature = field(5, field(1, "serving_default") + field(2, field(2, field(1, "y") + field(
        2, field(1, "nowhere:0")))))
    yield "signature_of_a_missing_tensor", (
        b"\x08\x01" + field(2, field(1, field(4, "serve")) + field(2, good) + signature))


def constants():
    yield "constant_without_a_value", graph(node("c", "Const"), node("y", "Relu", ["c"]))
    for name, value in {
            "content_too_short": tensor(FLOAT, (3,), b"\0" * 8),
            "content_too_long": tensor(FLOAT, (1,), b"\0" * 8),
            "too_many_values": tensor(FLOAT, (1,), extra=field(5, b"\0" * 12)),
            "part_of_a_value": tensor(FLOAT, (2,), extra=field(5, b"\0" * 6)),
            "unknown_type": tensor(999, (1,), b"\0" * 4),
            "negative_length": tensor(FLOAT, (-1,), b"\0" * 4),
            "length_below_minus_one": tensor(FLOAT, (-7,), b"\0" * 4),
            "impossible_shape": tensor(FLOAT, (1 << 40, 1 << 40)),
            "two_values_for_2_to_36": tensor(FLOAT, (1 << 36,), extra=field(5, b"\0" * 8)),
            "splat_of_2_to_50": tensor(FLOAT, (1 << 25, 1 << 25), b"", field(5, b"\0\0\x80\x3f")),
            "unknown_rank": integer(1, FLOAT) + field(2, integer(3, 1)),
            "rank_of_forty": tensor(FLOAT, (1,) * 40, b"\0" * 4),
            "text": tensor(STRING, (1,), extra=field(8, "abc")),
            "resource": tensor(RESOURCE, (1,)),
            "shape_is_a_number": integer(1, FLOAT) + integer(2, 7),
    }.items():
        yield f"constant_{name}", graph(const("c", value), node("y", "Relu", ["c"]))
    yield "attribute_type_unknown", of_x("Cast", type_attr("DstT", 4321))
    yield "attribute_type_text", of_x("Cast", type_attr("DstT", STRING))
    yield "attribute_of_another_kind", of_x("Cast", text_attr("DstT", "float"))
    yield "attribute_value_is_a_number", graph(placeholder(), node(
        "y", "Relu", ["x"]) + field(5, field(1, "T") + integer(2, 1)))


def functions():
    call = node("y", "PartitionedCall", ["x"], func_attr("f", "f"))
    inner = node("r", "Relu", ["a"])

    def calls(*library):
        return graph(placeholder(), call, functions=library)

    yield "call_of_a_missing_function", calls()
    yield "function_that_calls_itself", calls(function(
        "f", ["a"], ["b"], [node("r", "PartitionedCall", ["a"], func_attr("f", "f"))],
        {"b": "r:output:0"}))
    yield "functions_that_call_each_other", calls(
        function("f", ["a"], ["b"], [node("r", "PartitionedCall", ["a"], func_attr("f", "g"))],
                 {"b": "r:output:0"}),
        function("g", ["a"], ["b"], [node("r", "PartitionedCall", ["a"], func_attr("f", "f"))],
                 {"b": "r:output:0"}))
    yield "function_without_its_return", calls(function("f", ["a"], ["b"], [inner], {}))
    yield "function_that_returns_nothing_defined", calls(
        function("f", ["a"], ["b"], [inner], {"b": "nowhere:output:0"}))
    yield "function_that_reads_nothing_defined", calls(
        function("f", ["a"], ["b"], [node("r", "Relu", ["z"])], {"b": "r:activations:0"}))
    yield "function_with_a_bad_result_number", calls(
        function("f", ["a"], ["b"], [inner], {"b": "r:activations:x"}))
    yield "function_with_too_few_arguments", calls(
        function("f", ["a", "b"], ["c"], [node("r", "Add", ["a", "b"])], {"c": "r:z:0"}))
    yield "function_with_a_cycle", calls(function(
        "f", ["a"], ["b"], [node("r", "Add", ["a", "s:z:0"]), node("s", "Relu", ["r:z:0"])],
        {"b": "s:activations:0"}))
    yield "hundred_nested_functions", graph(
        placeholder(), node("y", "PartitionedCall", ["x"], func_attr("f", "f0")),
        functions=[function(f"f{i}", ["a"], ["b"],
                            [node("r", "PartitionedCall", ["a"], func_attr("f", f"f{i + 1}"))],
                            {"b": "r:output:0"}) for i in range(100)])
    yield "branch_without_a_function", graph(placeholder(), node("y", "If", ["x"]))
    yield "branch_without_a_condition", graph(placeholder(), node(
        "y", "If", [], func_attr("then_branch", "f"), func_attr("else_branch", "f")))
    yield "loop_without_a_body", graph(placeholder(), node("y", "While", ["x"],
                                                           func_attr("cond", "f")))
    identity = function("f", ["a"], ["b"], [node("r", "Identity", ["a"])], {"b": "r:output:0"})
    loop = node("y", "While", ["x"], func_attr("cond", "f"), func_attr("body", "f"))
    yield "loop_whose_condition_does_not_count", graph(placeholder(), loop, functions=[identity])
    yield "loop_with_other_inputs_than_its_body", graph(
        placeholder(),
        node("y", "While", ["x", "x"], func_attr("cond", "f"), func_attr("body", "f")),
        functions=[identity])
    yield "loop_whose_conditions_are_shared", graph(
        placeholder(lengths=(), dtype=INT32), node("w", "While", ["x"], func_attr("cond", "c"),
                                                   func_attr("body", "b")),
        node("y", "MyCustomOp", ["w"]), functions=shared_conditions(40))
    yield "enter_without_a_frame", graph(placeholder(), node("y", "Enter", ["x"]))
    yield "exit_without_enter", graph(placeholder(), node("y", "Exit", ["x"]))
    yield "merge_with_one_input", graph(placeholder(), node("y", "Merge", ["x"]))
    yield "switch_on_a_float", graph(placeholder(), node("y", "Switch", ["x", "x"]))
    for op in ("PyFunc", "EagerPyFunc", "ReadFile", "MatchingFiles", "MyCustomOp"):
        yield f"op_{op}", graph(placeholder(), node("y", op, ["x"]))


def shared_conditions(depth):
    """A condition that tests the same limit 2^depth times, and the body that counts."""
    one = const("one", ints(1, lengths=()))
    tests = [one, node("t0", "Less", ["a", "one:output:0"])]
    tests += [node(f"t{i + 1}", "LogicalAnd", [f"t{i}:z:0", f"t{i}:z:0"]) for i in range(depth)]
    return [function("c", ["a"], ["b"], tests, {"b": f"t{depth}:z:0"}),
            function("b", ["a"], ["b"], [one, node("r", "AddV2", ["a", "one:output:0"])],
                     {"b": "r:z:0"})]


def ops():
    """Ops whose attributes or inputs do not fit."""
    for op in ("MatMul", "Conv2D", "BiasAdd", "Reshape", "ConcatV2", "GatherV2", "Sum", "OneHot",
               "FusedBatchNormV3", "StridedSlice", "Select", "TopKV2", "SplitV"):
        yield f"{op}_with_one_input", of_x(op)
    image = {"lengths": (1, 4, 4, 2)}
    kernel = tensor(FLOAT, (3, 3, 2, 1), extra=field(5, b"\0" * 4))
    other = tensor(FLOAT, (3, 3, 5, 1), extra=field(5, b"\0" * 4))
    same, steps = text_attr("padding", "SAME"), list_attr("strides", 1, 1, 1, 1)
    yield "conv_strides_of_zero", of_x("Conv2D", same, list_attr("strides", 1, 0, 1, 1),
                                       inputs=[kernel], **image)
    yield "conv_three_strides", of_x("Conv2D", same, list_attr("strides", 1, 1, 1),
                                     inputs=[kernel], **image)
    yield "conv_strides_along_the_batch", of_x("Conv2D", same, list_attr("strides", 2, 1, 1, 1),
                                               inputs=[kernel], **image)
    yield "conv_negative_dilation", of_x("Conv2D", same, steps, list_attr("dilations", 1, -1, 1, 1),
                                         inputs=[kernel], **image)
    yield "conv_unknown_padding", of_x("Conv2D", text_attr("padding", "FULL"), steps,
                                       inputs=[kernel], **image)
    yield "conv_short_paddings", of_x("Conv2D", text_attr("padding", "EXPLICIT"), steps,
                                      list_attr("explicit_paddings", 1, 1), inputs=[kernel],
                                       **image)
    yield "conv_pads_the_channels", of_x(
        "Conv2D", text_attr("padding", "EXPLICIT"), steps,
        list_attr("explicit_paddings", 0, 0, 0, 0, 0, 0, 1, 1), inputs=[kernel], **image)
    yield "conv_unknown_format", of_x("Conv2D", same, steps, text_attr("data_format", "NHCW"),
                                      inputs=[kernel], **image)
    yield "conv_other_channels", of_x("Conv2D", same, steps, inputs=[other], **image)
    yield "conv_of_a_matrix", of_x("Conv2D", same, steps, inputs=[kernel])
    yield "depthwise_other_channels", of_x("DepthwiseConv2dNative", same, steps, inputs=[other],
                                           **image)
    yield "pool_without_a_window", of_x("MaxPool", same, steps)
    yield "pool_with_a_window_of_zero", of_x("MaxPool", same, steps,
                                             list_attr("ksize", 1, 0, 2, 1), **image)
    yield "pool_larger_than_its_image", of_x("AvgPool", text_attr("padding", "VALID"), steps,
                                             list_attr("ksize", 1, 9, 9, 1), **image)
    yield "batch_norm_other_channels", of_x("FusedBatchNorm", inputs=[floats(1, 1, 1)] * 4, **image)
    yield "bias_of_another_length", of_x("BiasAdd", inputs=[floats(1, 2)])
    yield "bias_that_is_a_matrix", of_x("BiasAdd", inputs=[floats(1, 2, 3, lengths=(1, 3))])
    yield "product_of_other_lengths", of_x("MatMul", inputs=[floats(1, 2, lengths=(2, 1))])
    yield "product_of_a_vector", of_x("BatchMatMulV2", attr("adj_x", integer(5, 1)),
                                      inputs=[floats(1, 2)], lengths=(3,))
    yield "sum_of_other_lengths", of_x("Add", inputs=[floats(1, 2)])
    yield "reshape_to_another_size", of_x("Reshape", inputs=[ints(4, 2)])
    yield "reshape_with_two_unknown_lengths", of_x("Reshape", inputs=[ints(-1, -1)])
    yield "transpose_with_a_bad_order", of_x("Transpose", inputs=[ints(0, 0)])
    yield "transpose_with_a_short_order", of_x("Transpose", inputs=[ints(0)])
    yield "expand_dims_outside", of_x("ExpandDims", inputs=[ints(5, lengths=())])
    yield "squeeze_of_a_long_dimension", of_x("Squeeze", list_attr("squeeze_dims", 1))
    yield "concat_outside", of_x("ConcatV2", inputs=[ints(7, lengths=())])
    yield "concat_of_other_ranks", of_x("ConcatV2", inputs=[floats(1), ints(0, lengths=())])
    yield "split_into_uneven_parts", graph(
        placeholder(), const("axis", ints(1, lengths=())),
        node("y", "Split", ["axis", "x"], int_attr("num_split", 2)))
    yield "split_with_a_negative_part", of_x("SplitV", inputs=[ints(5, -2), ints(1, lengths=())])
    yield "split_that_does_not_add_up", of_x("SplitV", inputs=[ints(2, 2), ints(1, lengths=())])
    yield "split_into_billions", graph(
        placeholder(), const("axis", ints(1, lengths=())),
        node("y", "Split", ["axis", "x"], int_attr("num_split", 1 << 40)))
    yield "unpack_outside", of_x("Unpack", int_attr("axis", 4))
    yield "tile_with_too_few_counts", of_x("Tile", inputs=[ints(2)])
    yield "tile_beyond_memory", of_x("Tile", inputs=[ints(2147483647, 2147483647)])
    yield "fill_beyond_memory", graph(
        const("shape", ints(2147483647, 2147483647, 2147483647)), const("v", floats(1, lengths=())),
        node("y", "Fill", ["shape", "v"]))
    yield "pad_with_one_row", of_x("Pad", inputs=[ints(1, 1, lengths=(1, 2))])
    yield "mirror_pad_too_long", of_x("MirrorPad", text_attr("mode", "SYMMETRIC"),
                                      inputs=[ints(9, 0, 0, 0, lengths=(2, 2))])
    yield "mirror_pad_of_an_unknown_mode", of_x("MirrorPad", text_attr("mode", "WRAP"),
                                                inputs=[ints(1, 0, 0, 0, lengths=(2, 2))])
    yield "mirror_pad_of_a_long_dimension", graph(
        const("shape", ints(1 << 21)),
        const("v", floats(1, lengths=())), node("x", "Fill", ["shape", "v"]),
        const("p", ints(1, 0, lengths=(1, 2))),
        node("y", "MirrorPad", ["x", "p"], text_attr("mode", "SYMMETRIC")))
    yield "broadcast_to_another_shape", of_x("BroadcastTo", inputs=[ints(4, 3)])
    yield "slice_outside", of_x("Slice", inputs=[ints(-1, 0), ints(1, 1)])
    yield "slice_with_one_size", of_x("Slice", inputs=[ints(0, 0), ints(1)])
    yield "strided_slice_stride_of_zero", of_x("StridedSlice",
                                               inputs=[ints(0), ints(1), ints(0)])
    yield "strided_slice_outside", of_x("StridedSlice", int_attr("shrink_axis_mask", 1),
                                        inputs=[ints(5), ints(6), ints(1)])
    yield "strided_slice_of_three_dimensions", of_x(
        "StridedSlice", inputs=[ints(0, 0, 0), ints(1, 1, 1), ints(1, 1, 1)])
    yield "strided_slice_of_different_lengths", of_x("StridedSlice",
                                                     inputs=[ints(0, 0), ints(1), ints(1)])
    yield "gather_outside", of_x("GatherV2", inputs=[ints(0), ints(4, lengths=())])
    yield "gather_by_floats", of_x("GatherV2", inputs=[floats(0), ints(0, lengths=())])
    yield "gather_nd_too_deep", of_x("GatherNd", inputs=[ints(0, 0, 0, lengths=(1, 3))])
    yield "one_hot_of_no_depth", of_x(
        "OneHot", inputs=[ints(-4, lengths=()), floats(1, lengths=()), floats(0, lengths=())],
        dtype=INT32)
    yield "sum_along_a_missing_axis", of_x("Sum", inputs=[ints(2)])
    yield "mean_along_computed_axes", graph(
        placeholder(), placeholder("axes", (1,), INT32), node("y", "Mean", ["x", "axes"]))
    yield "arg_max_outside", of_x("ArgMax", inputs=[ints(9, lengths=())])
    yield "top_k_of_too_many", of_x("TopKV2", inputs=[ints(9, lengths=())])
    yield "cumsum_outside", of_x("Cumsum", inputs=[ints(3, lengths=())])
    yield "range_without_a_step", graph(const("a", ints(0, lengths=())),
                                        const("b", ints(9, lengths=())),
                                        node("y", "Range", ["a", "b", "a"]))
    yield "range_of_billions", graph(
        const("a", ints(0, lengths=())), const("b", ints(2147483647, lengths=())),
        const("c", ints(1, lengths=())), node("y", "Range", ["a", "b", "c"]))
    yield "einsum_without_an_equation", of_x("Einsum")
    yield "einsum_of_other_dimensions", of_x("Einsum", text_attr("equation", "abc->ab"))
    yield "einsum_of_other_operands", of_x("Einsum", text_attr("equation", "ab,bc->ac"))
    yield "resize_to_three_lengths", of_x("ResizeBilinear", inputs=[ints(1, 2, 3)], **image)
    yield "resize_to_nothing", of_x("ResizeBilinear", inputs=[ints(0, 4)], **image)
    yield "depth_to_space_of_uneven_blocks", of_x("DepthToSpace", int_attr("block_size", 3),
                                                  **image)
    yield "select_of_other_shapes", of_x("SelectV2", inputs=[floats(1, 2), floats(1, 2, 3)],
                                         dtype=BOOL)
    yield "variable_without_a_shape", graph(node("v", "VariableV2"), node("y", "Relu", ["v"]))
    variable = node("v", "VariableV2", (), type_attr("dtype", FLOAT), shape_attr(1 << 36))
    yield "variable_beyond_memory", graph(variable, node("y", "Relu", ["v"]))
    yield "placeholder_without_a_shape", graph(
        node("x", "Placeholder", (), type_attr("dtype", FLOAT)), node("y", "Relu", ["x"]))
    yield "placeholder_of_text", graph(placeholder(dtype=STRING), node("y", "Identity", ["x"]))
    yield "placeholder_of_a_negative_length", graph(placeholder(lengths=(-5,)),
                                                    node("y", "Relu", ["x"]))
    yield "placeholder_too_large", graph(placeholder(lengths=(1 << 40, 1 << 40)),
                                         node("y", "Relu", ["x"]))
    yield "permutation_that_is_none", graph(const("p", ints(0, 5)),
                                            node("y", "InvertPermutation", ["p"]))
    yield "labels_of_another_shape", of_x("SparseSoftmaxCrossEntropyWithLogits",
                                          inputs=[ints(0, 1, 2)])


def texts():
    begin = 'node { name: "x" op: "Placeholder" '
    yield "text_without_end", begin
    yield "text_field_without_value", begin + "device }"
    yield "text_string_without_end", 'node { name: "x'
    yield "text_bad_escape", r'node { name: "\q" }'
    yield "text_bad_octal", 'node { name: "\\x" }'
    yield "text_name_is_a_number", "node { name: 5 op: 6 }"
    yield "text_node_is_a_number", "node: 7"
    yield "text_unknown_type", begin + 'attr { key: "dtype" value { type: DT_FLOOT } } }'
    yield "text_bad_integer", begin + 'attr { key: "a" value { i: 1x } } }'
    yield "text_integer_too_large", begin + 'attr { key: "a" value { i: 99999999999999999999 } } }'
    yield "text_bad_number", begin + 'attr { key: "a" value { f: 1.2.3 } } }'
    yield "text_bad_truth", begin + 'attr { key: "a" value { b: yes } } }'
    yield "text_list_without_end", 'node { name: "x" input: ["a", "b" }'
    yield "text_brace_too_many", begin + "} }"
    yield "text_unknown_field_without_end", "versions { producer: 1 } unknown_field { a {"
    yield "text_nested_too_deeply", "versions { } u { " + "a { " * 100000
    yield "text_without_nodes", "versions { producer: 1 }"
    yield "text_extension_without_end", "versions { } [tensorflow.extension"
    yield "text_zero_byte", begin + "} \0"


def bundles():
    one = [(0, b"", header()), (0, b"a", entry())]

    def index(*entries):
        return table([(0, b"", header()), *entries])

    yield "bundle_without_footer", table(one)[:30]
    yield "bundle_of_another_magic", table(one, magic=0)
    yield "bundle_block_outside", table(one, handle=varint(0) + varint(1 << 30))
    yield "bundle_handle_of_eleven_bytes", table(one, handle=b"\xff" * 11)
    yield "bundle_handle_cut", table(one, handle=b"\xff")
    yield "bundle_wrong_checksum", table(one, data=block(one, crc=1))
    yield "bundle_compressed", table(one, data=block(one, kind=1))
    yield "bundle_unknown_compression", table(one, data=block(one, kind=7))
    yield "bundle_too_many_restarts", table(one, data=block(one, restarts=1 << 30))
    yield "bundle_shared_prefix_too_long", table([(0, b"", header()), (9, b"a", entry())])
    yield "bundle_key_beyond_its_block", table(one, data=block_of(one, varint(0) + varint(99)))
    yield "bundle_keys_out_of_order", index((0, b"b", entry()), (0, b"a", entry()))
    yield "bundle_key_twice", index((0, b"b", entry()), (0, b"b", entry()))
    yield "bundle_without_header", table([(0, b"a", entry())])
    yield "bundle_header_damaged", table([(0, b"", b"\x08")])
    yield "bundle_without_files", table([(0, b"", header(0))])
    yield "bundle_with_billions_of_files", table([(0, b"", header(1 << 40))])
    yield "bundle_entry_damaged", index((0, b"a", b"\x08"))
    yield "bundle_entry_of_an_unknown_type", index((0, b"a", entry(dtype=999)))
    yield "bundle_entry_without_a_type", index((0, b"a", entry(dtype=0)))
    yield "bundle_entry_of_text", index((0, b"a", entry(dtype=STRING)))
    yield "bundle_negative_length", index((0, b"a", entry(lengths=(-1,))))
    yield "bundle_impossible_shape", index((0, b"a", entry(lengths=(1 << 40, 1 << 40))))
    yield "bundle_negative_offset", index((0, b"a", entry(offset=-8)))
    yield "bundle_offset_beyond_its_file", index((0, b"a", entry(offset=1 << 62)))
    yield "bundle_negative_size", index((0, b"a", entry(size=-8)))
    yield "bundle_size_of_another_shape", index((0, b"a", entry(size=12)))
    yield "bundle_negative_file", index((0, b"a", entry(shard=-1)))
    yield "bundle_file_out_of_range", index((0, b"a", entry(shard=3)))
    yield "bundle_missing_file", table([(0, b"", header(2)), (0, b"a", entry(shard=1))])
    yield "bundle_slices", index((0, b"a", entry(extra=field(7, b""))))
    yield "bundle_slices_of_a_variable", index((0, b"\0\1a", entry()),
                                               (0, b"a", entry(extra=field(7, b""))))
    yield "bundle_control_character_in_a_name", index((0, b"a\nb", entry()))
    yield "bundle_name_that_is_not_utf8", index((0, b"a\xff", entry()))
    itself = block([(0, b"\xff", varint(0) + varint(9))] * 2)
    yield "bundle_block_of_itself", table(one, index=itself)


def block_of(entries, tail):
    """A block with bytes after its entries, and a right checksum."""
    whole = block(entries)
    content = whole[:-5]
    import struct
    from broken_parts import masked_crc
    content = content[:-8] + tail + content[-8:]
    return content + b"\0" + struct.pack("<I", masked_crc(content + b"\0"))


def main():
    folder = pathlib.Path(__file__).parent / "broken"
    folder.mkdir(exist_ok=True)
    lines = []
    for family in (structure, constants, functions, ops, texts, bundles, broken_lite.files,
                   broken_keras.files):
        for name, content in family():
            content = content.encode() if isinstance(content, str) else content
            if len(content) > 50000:  # repeated text
                content = content[:50000]
            lines.append(f"{name} {base64.b64encode(content).decode()}\n")
    (folder / "models.txt").write_text("".join(lines), encoding="utf-8")
    # A variable of 2 GiB, whose file a test makes.
    large = entry(lengths=(1 << 14, 1 << 15), size=1 << 31)
    (folder / "large.index").write_bytes(table([(0, b"", header()), (0, b"w", large)]))
    print(len(lines), "files")


if __name__ == "__main__":
    main()
