# SPDX-License-Identifier: Apache-2.0
"""Malformed loops, attributes, shapes and quantisation parameters, for write_broken.py."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from broken_parts import FLOAT, model, node, subgraph, value


def loops():
    step = subgraph([node("Add", ["s", "e"], ["inner"])], ("s", "e"))
    ready = numpy_helper.from_array(np.ones((3,), np.float32), "start")

    def scan(body=step, inputs=("start", "x"), **attributes):
        return model([node("Scan", list(inputs), ["y"], **({"body": body} if body else {}),
                           **{"num_scan_inputs": 1, **attributes})], weights=[ready])
    yield "scan_without_a_body", scan(None)

    def old(made):
        made.opset_import[0].version = 8
        return made
    yield "scan_by_batch_with_lengths", old(scan(inputs=("start", "start", "x")))
    yield "scan_by_batches_that_differ", old(scan(inputs=("", "start", "x")))
    yield "scan_of_no_sequence", scan(num_scan_inputs=0)
    yield "scan_of_more_sequences_than_inputs", scan(num_scan_inputs=3)
    yield "scan_body_with_an_input_less", scan(subgraph([node("Neg", ["s"], ["inner"])], ("s",)))
    yield "scan_axis_out_of_range", scan(scan_input_axes=[4])
    yield "scan_state_changes_shape", scan(subgraph([node("Unsqueeze", ["e", "start"], ["inner"])],
                                                    ("s", "e")))
    yield "scan_state_grows", scan(subgraph([node("Concat", ["s", "e"], ["inner"], axis=0)],
                                            ("s", "e")))
    yield "scan_body_with_an_unknown_op", scan(subgraph([node("Frobnicate", ["s", "e"], ["inner"])],
                                                        ("s", "e")))
    yield "scan_body_reads_nothing", scan(subgraph([node("Add", ["s", "nowhere"], ["inner"])],
                                                   ("s", "e")))

    def loop(trips, body_nodes=(("Identity", ["c"], ["go"]), ("Neg", ["s"], ["inner"])), made=()):
        body = helper.make_graph(
            [node(*each) for each in body_nodes], "body",
            [helper.make_tensor_value_info("i", TensorProto.INT64, []),
             helper.make_tensor_value_info("c", TensorProto.BOOL, []), value("s")],
            [helper.make_tensor_value_info("go", TensorProto.BOOL, []), value("inner"),
             *map(value, made)])
        weights = [numpy_helper.from_array(np.int64(trips), "trips")]
        results = ["y", *(f"y.{each}" for each in made)]
        return model([node("Loop", ["trips", "", "x"], results, body=body)], weights=weights)
    yield "loop_of_billions_of_trips", loop(1 << 40)
    known = loop(2)
    del known.graph.node[0].input[1:]
    yield "loop_with_a_trip_count_alone", known
    yield "loop_without_a_body", model([node("Loop", ["x", "", "x"], ["y"])])


def drawn_and_counted():
    """Random numbers, tokens, filters and offsets."""
    def of(op, attributes=None, weights=(), inputs=("x",), shape=(2, 3), opset=22):
        tensors = [numpy_helper.from_array(np.asarray(array), f"w{i}")
                   for i, array in enumerate(weights)]
        made = model([node(op, [*inputs, *(tensor.name for tensor in tensors)], ["y"],
                           **(attributes or {}))], weights=tensors)
        made.graph.input[0].CopyFrom(value("x", shape))
        made.graph.output[0].CopyFrom(helper.make_empty_tensor_value_info("y"))
        made.opset_import[0].version = opset
        return made

    pool = {"mode": "TF", "min_gram_length": 1, "max_gram_length": 2, "max_skip_count": 0,
            "ngram_counts": [0, 1], "ngram_indexes": [0, 1], "pool_int64s": [1, 2, 3]}
    numbers = [np.int64([[1, 2, 3]])]
    yield "dropout_of_more_than_all", of("Dropout", None, [np.float32(1.5), np.bool_(True)])
    yield "dropout_with_a_large_seed", of("Dropout", {"seed": 1 << 60},
                                          [np.float32(0.5), np.bool_(True)])
    yield "random_integers", of("RandomUniform", {"shape": [2], "dtype": 7}, inputs=())
    yield "random_numbers_between_infinities", of("RandomUniform", {"shape": [2], "high": 1e39},
                                                  inputs=())
    yield "random_numbers_without_end", of("RandomNormal", {"shape": [1 << 40, 1 << 40]}, inputs=())
    yield "random_numbers_of_a_negative_shape", of("RandomNormal", {"shape": [-1]}, inputs=())
    yield "classes_of_one_dimension", of("Multinomial", shape=(3,))
    yield "element_of_an_empty_optional", of("OptionalGetElement", inputs=("",))
    yield "tokens_that_are_numbers", of("TfIdfVectorizer", pool)
    texts = {key: entry for key, entry in pool.items() if key != "pool_int64s"}
    yield "tokens_that_are_texts", of("TfIdfVectorizer", {**texts, "pool_strings": ["a", "b", "c"]},
                                      numbers, ())
    yield "sequences_beyond_the_pool", of("TfIdfVectorizer", {**pool, "ngram_counts": [0, 9]},
                                          numbers, ())
    yield "sequences_with_half_a_pair", of("TfIdfVectorizer", {**pool, "ngram_counts": [0, 2]},
                                           numbers, ())
    yield "sequences_without_indices", of("TfIdfVectorizer", {**pool, "ngram_indexes": [0]},
                                          numbers, ())
    yield "sequences_at_a_negative_index", of("TfIdfVectorizer", {**pool, "ngram_indexes": [0, -1]},
                                              numbers, ())
    yield "sequences_with_too_few_weights", of("TfIdfVectorizer", {**pool, "mode": "IDF",
                                                                   "weights": [1.0]}, numbers, ())
    mel = [np.int64(4), np.int64(16), np.int64(8000), np.float32(0), np.float32(4000)]
    yield "filters_beyond_the_spectrum", of("MelWeightMatrix", None,
                                            [*mel[:4], np.float32(9000)], ())
    yield "filters_without_a_transform", of("MelWeightMatrix", None,
                                            [mel[0], np.int64(0), *mel[2:]], ())
    kernel, offset = np.ones((4, 2, 2, 2), np.float32), np.ones((1, 8, 4, 4), np.float32)
    image = (1, 2, 5, 5)
    yield "offsets_of_other_groups", of("DeformConv", {"offset_group": 2}, [kernel, offset],
                                        shape=image)
    yield "offsets_of_channels_that_do_not_divide", of("DeformConv", {"offset_group": 3},
                                                       [kernel, offset], shape=image)
    yield "offsets_of_a_line", of("DeformConv", None, [kernel, offset], shape=(1, 2, 5))
    yield "power_rounded_otherwise", of("Cast", {"to": TensorProto.FLOAT8E8M0,
                                                 "round_mode": "even"}, opset=24)


def unknown_lengths():
    """Nodes that read positions whose number depends on data, places (2, 6 at most)."""
    def of(op, inputs=("places",), weights=(), nodes=(), **attributes):
        tensors = [numpy_helper.from_array(np.asarray(array), f"w{i}")
                   for i, array in enumerate(weights)]
        made = model([node("NonZero", ["x"], ["places"]), *(node(*each) for each in nodes),
                      node(op, [*inputs, *(tensor.name for tensor in tensors)], ["y"],
                           **attributes)], weights=tensors)
        made.graph.output[0].CopyFrom(helper.make_empty_tensor_value_info("y"))
        return made

    def f(*shape):
        return np.ones(shape, np.float32)

    def i(*values):
        return np.array(values, np.int64)

    other = [("Neg", ["x"], ["z"]), ("NonZero", ["z"], ["others"])]
    turned = [("Transpose", ["places"], ["rows"])]
    yield "length_of_positions", of("Shape")
    yield "positions_are_repeated", of("Tile", weights=[i(2, 2)])
    yield "positions_by_two_nodes", of("Add", ["places", "others"], nodes=other)
    yield "positions_and_as_many_as_possible", of("Add", weights=[np.ones((2, 6), np.int64)])
    yield "positions_in_two_dimensions", of("Add", ["places", "rows"], nodes=turned)
    yield "positions_joined_after_padding", of("Concat", ["places", "places"], axis=1)
    yield "positions_joined_with_a_weight", of("Concat", weights=[np.ones((1, 6), np.int64)],
                                               axis=0)
    yield "positions_in_a_fixed_shape", of("Reshape", weights=[i(3, 4)])
    yield "positions_in_one_row", of("Reshape", weights=[i(-1)])
    yield "positions_from_the_end", of("Slice", weights=[i(-2), i(9), i(1)])
    yield "positions_split", of("Split", weights=[i(3, 3)], axis=1)
    yield "positions_without_their_dimension", of("Squeeze", weights=[i(1)])
    yield "positions_times_a_matrix", of("MatMul", weights=[np.ones((6, 2), np.int64)])
    yield "positions_normalised_along_padding", of("LayerNormalization", weights=[f(6)], axis=1)
    yield "elements_by_positions_of_rows", of(
        "GatherElements", weights=[np.zeros((1, 6), np.int64)], axis=0)
    yield "updates_added_at_positions", of(
        "ScatterND", ["x", "rows", "values"], reduction="add",
        nodes=[*turned, ("GatherND", ["x", "rows"], ["values"])])
    yield "positions_compressed_by_nothing", of("Compress", axis=1)
    yield "boxes_at_positions_without_scores", of("NonMaxSuppression")
    yield "regions_at_positions_without_images", of("RoiAlign", ["x", "places"])
    yield "updates_at_positions_that_are_absent", of("ScatterND", ["x", "places"])
    yield "gathered_at_absent_positions", of("Gather")
    yield "gathered_along_a_negative_batch", of("GatherND", ["places", "places"], batch_dims=-7)
    yield "transposed_positions_by_one_axis", of("Transpose", perm=[0])
    yield "rows_compressed_by_another_length", of("Compress", weights=[np.ones(6, np.bool_)],
                                                  axis=1)


def opset20(made):
    made.opset_import[0].version = 20
    return made


def ops():
    """Nodes whose attributes and inputs do not fit each other."""
    def of(op, attributes=None, weights=(), inputs=("x",), shape=(2, 3)):
        tensors = [numpy_helper.from_array(np.asarray(array), f"w{i}")
                   for i, array in enumerate(weights)]
        made = model([node(op, [*inputs, *(tensor.name for tensor in tensors)], ["y"],
                           **(attributes or {}))], weights=tensors)
        made.graph.input[0].CopyFrom(value("x", shape))
        made.graph.output[0].CopyFrom(helper.make_empty_tensor_value_info("y"))
        return made

    def f(*shape):
        return np.ones(shape, np.float32)

    def i(*values):
        return np.array(values, np.int64)

    image = (1, 2, 5, 5)
    yield "attribute_axis_is_a_float", of("Softmax", {"axis": 0.5})
    yield "attribute_axis_is_text", of("Softmax", {"axis": "last"})
    yield "attribute_alpha_is_text", of("LeakyRelu", {"alpha": "much"})
    yield "attribute_alpha_is_an_integer", of("LeakyRelu", {"alpha": 1})
    yield "attribute_perm_is_of_floats", of("Transpose", {"perm": [1.0, 0.0]})
    yield "attribute_strides_is_an_integer", of("Conv", {"strides": 2}, [f(3, 2, 3, 3)],
                                                shape=image)
    yield "attribute_mode_is_an_integer", of("Resize", {"mode": 1}, [f(0), np.float32([1, 2])])
    yield "attribute_to_is_text", of("Cast", {"to": "float"})
    yield "cast_without_a_type", of("Cast")
    yield "cast_to_an_unknown_type", of("Cast", {"to": 99})
    yield "cast_to_text", of("Cast", {"to": TensorProto.STRING})
    yield "axis_out_of_range", of("Softmax", {"axis": 7})
    yield "transpose_repeats_an_axis", of("Transpose", {"perm": [0, 0]})
    yield "transpose_of_another_rank", of("Transpose", {"perm": [0, 1, 2]})
    yield "transpose_axis_out_of_range", of("Transpose", {"perm": [0, 9]})
    yield "concat_of_other_shapes", of("Concat", {"axis": 0}, [f(2, 4)])
    yield "concat_of_other_ranks", of("Concat", {"axis": 0}, [f(3)])
    yield "concat_axis_out_of_range", of("Concat", {"axis": 5}, [f(2, 3)])
    yield "split_of_other_lengths", of("Split", {"axis": 1}, [i(2, 2)])
    yield "split_of_a_negative_length", of("Split", {"axis": 1}, [i(-1, 4)])
    yield "reshape_to_another_size", of("Reshape", None, [i(4, 2)])
    yield "reshape_with_two_unknowns", of("Reshape", None, [i(-1, -1)])
    yield "reshape_to_a_negative_length", of("Reshape", None, [i(-2, -3)])
    yield "reshape_overflows", of("Reshape", None, [i(1 << 62, 1 << 62)])
    yield "reshape_by_floats", of("Reshape", None, [np.float32([np.nan, 2])])
    yield "squeeze_of_a_longer_axis", of("Squeeze", None, [i(0)])
    yield "squeeze_names_an_axis_twice", of("Squeeze", None, [i(0, 0)], shape=(1, 3))
    yield "unsqueeze_axis_out_of_range", of("Unsqueeze", None, [i(8)])
    yield "gather_index_out_of_range", of("Gather", None, [i(0, 5)])
    yield "gather_by_floats", of("Gather", None, [np.float32([0.5])])
    yield "slice_by_a_step_of_zero", of("Slice", None, [i(0), i(2), i(0), i(0)])
    yield "slice_with_fewer_ends", of("Slice", None, [i(0, 0), i(1), i(0, 1)])
    yield "slice_names_an_axis_twice", of("Slice", None, [i(0, 0), i(1, 1), i(0, 0)])
    yield "pad_by_too_few_numbers", of("Pad", None, [i(1, 1)])
    yield "pad_cuts_more_than_there_is", of("Pad", None, [i(-3, 0, 0, 0)])
    yield "pad_by_billions", of("Pad", None, [i(1 << 50, 0, 0, 0)])
    yield "pad_in_an_unknown_mode", of("Pad", {"mode": "sideways"}, [i(1, 0, 0, 0)])
    yield "tile_a_negative_number_of_times", of("Tile", None, [i(-1, 2)])
    yield "tile_billions_of_times", of("Tile", None, [i(1 << 40, 1 << 40)])
    yield "tile_of_another_rank", of("Tile", None, [i(2)])
    yield "expand_to_billions", of("Expand", None, [i(1 << 50, 2, 3)])
    yield "expand_to_another_length", of("Expand", None, [i(2, 4)])
    yield "constant_of_billions", of("ConstantOfShape", None, [i(1 << 40, 1 << 20)], ())
    yield "constant_of_a_negative_shape", of("ConstantOfShape", None, [i(-4)], ())
    yield "range_of_billions", of("Range", None, [np.int64(0), np.int64(1 << 50), np.int64(1)], ())
    yield "range_by_a_step_of_zero", of("Range", None, [np.int64(0), np.int64(5), np.int64(0)], ())
    yield "one_hot_of_billions", of("OneHot", None, [i(1 << 50), np.float32([0, 1])])
    yield "one_hot_of_a_negative_depth", of("OneHot", None, [i(-1), np.float32([0, 1])])
    yield "resize_to_billions", of("Resize", None, [f(0), np.float32([1e9, 1e9])])
    yield "resize_by_a_negative_scale", of("Resize", None, [f(0), np.float32([1, -2])])
    yield "resize_by_nan", of("Resize", None, [f(0), np.float32([1, np.nan])])
    yield "resize_by_too_few_scales", of("Resize", None, [f(0), np.float32([2])])
    yield "resize_in_an_unknown_mode", of("Resize", {"mode": "magic"}, [f(0), np.float32([2, 2])])
    yield "conv_of_other_channels", of("Conv", None, [f(3, 4, 3, 3)], shape=image)
    yield "conv_of_another_rank", of("Conv", None, [f(3, 2, 3)], shape=image)
    yield "conv_of_a_matrix", of("Conv", None, [f(3, 2, 3, 3)])
    yield "conv_with_a_larger_kernel", of("Conv", None, [f(3, 2, 9, 9)], shape=image)
    yield "conv_by_a_stride_of_zero", of("Conv", {"strides": [0, 1]}, [f(3, 2, 3, 3)], shape=image)
    yield "conv_with_a_dilation_of_zero", of("Conv", {"dilations": [0, 1]}, [f(3, 2, 3, 3)],
                                             shape=image)
    yield "conv_with_a_negative_pad", of("Conv", {"pads": [-1, 0, 0, 0]}, [f(3, 2, 3, 3)],
                                         shape=image)
    yield "conv_with_too_few_pads", of("Conv", {"pads": [1]}, [f(3, 2, 3, 3)], shape=image)
    yield "conv_of_no_group", of("Conv", {"group": 0}, [f(3, 2, 3, 3)], shape=image)
    yield "conv_of_a_negative_group", of("Conv", {"group": -2}, [f(3, 2, 3, 3)], shape=image)
    yield "conv_of_billions_of_groups", of("Conv", {"group": 1 << 40}, [f(3, 2, 3, 3)], shape=image)
    yield "conv_with_another_bias", of("Conv", None, [f(3, 2, 3, 3), f(7)], shape=image)
    yield "conv_in_an_unknown_padding", of("Conv", {"auto_pad": "SIDEWAYS"}, [f(3, 2, 3, 3)],
                                           shape=image)
    yield "pool_without_a_kernel", of("MaxPool", None, shape=image)
    yield "pool_with_a_kernel_of_zero", of("MaxPool", {"kernel_shape": [0, 2]}, shape=image)
    yield "pool_with_a_huge_kernel", of("MaxPool", {"kernel_shape": [1 << 40, 2]}, shape=image)
    yield "pool_by_a_negative_stride", of("AveragePool",
                                          {"kernel_shape": [2, 2], "strides": [-1, 1]},
                                          shape=image)
    yield "transposed_conv_of_other_channels", of("ConvTranspose", None, [f(7, 2, 3, 3)],
                                                  shape=image)
    yield "normalisation_of_other_channels", of("BatchNormalization", None,
                                                [f(4), f(4), f(4), f(4)],
                                                shape=image)
    yield "normalisation_with_too_few_inputs", of("BatchNormalization", None, [f(2)], shape=image)
    yield "layer_normalisation_of_another_length", of("LayerNormalization", None, [f(7)])
    yield "group_normalisation_of_no_group", of("GroupNormalization", {"num_groups": 0},
                                                [f(2), f(2)],
                                                shape=image)
    yield "gemm_of_other_lengths", of("Gemm", None, [f(4, 5)])
    yield "gemm_of_a_vector", of("Gemm", None, [f(3)])
    yield "matmul_of_other_lengths", of("MatMul", None, [f(4, 5)])
    yield "matmul_of_a_number", of("MatMul", None, [np.float32(3)])
    yield "operands_that_do_not_broadcast", of("Add", None, [f(2, 4)])
    yield "einsum_without_an_equation", of("Einsum", None, [f(3, 4)])
    yield "einsum_of_other_lengths", of("Einsum", {"equation": "ab,bc->ac"}, [f(4, 5)])
    yield "einsum_of_other_ranks", of("Einsum", {"equation": "abc,cd->ad"}, [f(3, 4)])
    yield "einsum_of_unknown_letters", of("Einsum", {"equation": "ab->az"})
    yield "einsum_of_an_ellipsis_without_result", of("Einsum", {"equation": "...a->a"})
    yield "einsum_of_a_rectangle", of("Einsum", {"equation": "aa->a"})
    yield "einsum_of_a_letter_twice", of("Einsum", {"equation": "ab->aa"})
    yield "einsum_that_is_damaged", of("Einsum", {"equation": "a->->b,,"})
    yield "top_k_of_more_than_there_is", of("TopK", None, [i(9)])
    yield "top_k_of_a_negative_number", of("TopK", None, [i(-1)])
    yield "lstm_without_a_hidden_size", of("LSTM", None, [f(1, 8, 3), f(1, 8, 2)], shape=(4, 1, 3))
    yield "lstm_of_other_weights", of("LSTM", {"hidden_size": 5}, [f(1, 8, 3), f(1, 8, 2)],
                                      shape=(4, 1, 3))
    yield "lstm_of_a_huge_hidden_size", of("LSTM", {"hidden_size": 1 << 40},
                                           [f(1, 8, 3), f(1, 8, 2)],
                                           shape=(4, 1, 3))
    yield "gru_with_an_unknown_activation", of("GRU", {"hidden_size": 2, "activations": ["a", "b"]},
                                               [f(1, 6, 3), f(1, 6, 2)], shape=(4, 1, 3))
    yield "gru_with_too_few_activations", of("GRU", {"hidden_size": 2, "activations": ["Tanh"]},
                                             [f(1, 6, 3), f(1, 6, 2)], shape=(4, 1, 3))
    yield "rnn_without_a_number_of_its_activation", of(
        "RNN", {"hidden_size": 2, "activations": ["ScaledTanh"]}, [f(1, 2, 3), f(1, 2, 2)],
        shape=(4, 1, 3))
    yield "rnn_with_a_longer_sequence", of(
        "RNN", {"hidden_size": 2}, [f(1, 2, 3), f(1, 2, 2), f(1, 4), np.int32([5])],
        shape=(4, 1, 3))
    yield "rnn_with_too_few_lengths", of(
        "RNN", {"hidden_size": 2}, [f(1, 2, 3), f(1, 2, 2), f(1, 4), np.int32([4])],
        shape=(4, 2, 3))
    yield "rnn_with_a_negative_clip", of("RNN", {"hidden_size": 2, "clip": -1.0},
                                         [f(1, 2, 3), f(1, 2, 2)], shape=(4, 1, 3))
    yield "columns_of_another_image", opset20(of("Col2Im", None, [i(5, 5), i(2, 2)],
                                                 shape=(1, 8, 9)))
    yield "columns_of_a_huge_window", opset20(of("Col2Im", None, [i(5, 5), i(1 << 40, 2)],
                                                 shape=(1, 8, 9)))
    pool = {"kernel_shape": [2, 2], "strides": [2, 2]}
    yield "unpool_to_a_smaller_shape", of(
        "MaxUnpool", pool, [np.zeros(image, np.int64), i(1, 2, 9, 10)], shape=image)
    yield "unpool_by_other_places", of("MaxUnpool", pool, [i(0, 1)], shape=image)
    yield "unpool_by_billions", of("MaxUnpool", {"kernel_shape": [2, 2], "strides": [1 << 40, 2]},
                                   [np.zeros(image, np.int64)], shape=image)
    yield "regions_of_other_images", of("RoiAlign", None, [f(3, 4), i(0, 0)], shape=image)
    yield "regions_of_no_bins", of("RoiAlign", {"output_height": 0}, [f(2, 4), i(0, 0)],
                                   shape=image)
    yield "frames_longer_than_the_signal", of("STFT", None, [np.int64(2), f(9)], shape=(1, 8, 1))
    yield "frames_by_a_step_of_zero", of("STFT", None, [np.int64(0), f(4)], shape=(1, 8, 1))
    yield "one_side_of_a_complex_signal", of("STFT", None, [np.int64(2), f(4)], shape=(1, 8, 2))
    yield "unique_parts_of_no_elements", of("Unique", {"axis": 0}, shape=(4, 0))
    yield "unique_parts_along_no_axis", of("Unique", {"axis": 2})
    yield "boxes_of_other_scores", of("NonMaxSuppression", None, [f(1, 3, 4), i(2)],
                                      shape=(1, 3, 4))
    yield "determinant_of_a_rectangle", of("Det")
    yield "crop_of_too_few_bounds", of(
        "Resize", {"coordinate_transformation_mode": "tf_crop_and_resize"},
        [f(2), np.float32([2, 2])])
    yield "crop_by_a_fractional_scale", of(
        "Resize", {"coordinate_transformation_mode": "tf_crop_and_resize"},
        [f(4), np.float32([1, 1.5])])
    yield "scatter_by_another_shape", of("ScatterElements", None,
                                         [np.zeros((2, 2), np.int64), f(3, 3)])
    yield "scatter_by_more_columns", of("ScatterElements", None,
                                        [np.zeros((2, 4), np.int64), f(2, 4)])
    yield "gather_by_more_columns", of("GatherElements", None, [np.zeros((2, 4), np.int64)])
    yield "scatter_of_other_parts", of("ScatterND", None, [np.zeros((2, 1), np.int64), f(2, 4)])
    yield "scatter_with_an_unknown_reduction", of("ScatterElements", {"reduction": "guess"},
                                                  [np.zeros((2, 3), np.int64), f(2, 3)])
    yield "depth_to_space_by_zero", of("DepthToSpace", {"blocksize": 0}, shape=image)
    yield "depth_to_space_of_other_channels", of("DepthToSpace", {"blocksize": 2}, shape=image)
    yield "gelu_in_an_unknown_approximation", opset20(of("Gelu", {"approximate": "guess"}))
    yield "shift_in_an_unknown_direction", of("BitShift", {"direction": "UP"},
                                              [np.ones((2, 3), np.uint8)])
    yield "depth_to_space_in_an_unknown_mode", of("DepthToSpace", {"blocksize": 1, "mode": "guess"},
                                                  shape=image)
    yield "loss_in_an_unknown_reduction", of("SoftmaxCrossEntropyLoss", {"reduction": "guess"},
                                             [np.zeros(2, np.int64)])
    yield "flatten_axis_out_of_range", of("Flatten", {"axis": 9})
    yield "reduction_axis_out_of_range", of("ReduceMean", {"axes": [9]})
    yield "running_sum_axis_out_of_range", of("CumSum", None, [np.int64(9)])


def quantised():
    """Scales and zero points that do not fit."""
    def quantise(scale, zero=None, op="QuantizeLinear", **attributes):
        tensors = [numpy_helper.from_array(np.asarray(scale), "scale")]
        if zero is not None:
            tensors.append(numpy_helper.from_array(np.asarray(zero), "zero"))
        names = ["x", *(tensor.name for tensor in tensors)]
        made = model([node(op, names, ["y"], **attributes)], weights=tensors)
        made.graph.output[0].CopyFrom(helper.make_empty_tensor_value_info("y"))
        return made
    yield "scale_of_another_length", quantise(np.ones(7, np.float32))
    yield "zero_point_of_another_length", quantise(np.float32(1), np.zeros(7, np.uint8))
    yield "scale_of_another_rank", quantise(np.ones((2, 2), np.float32))
    yield "scale_axis_out_of_range", quantise(np.ones(3, np.float32), axis=5)
    yield "quantised_to_an_unknown_type", quantise(np.float32(1), output_dtype=TensorProto.STRING)
    yield "blocks_of_a_negative_length", quantise(np.ones((2, 2), np.float32), block_size=-2)
    yield "blocks_of_another_number", quantise(np.ones((2, 3), np.float32), block_size=2)
    yield "scale_of_text", broken_scale()
    yield "packed_weights_too_short", packed(TensorProto.INT4, 2, b"a")
    yield "packed_weights_too_long", packed(TensorProto.UINT2, 3, b"abc")


def broken_scale():
    made = model([node("QuantizeLinear", ["x", "scale"], ["y"])])
    made.graph.initializer.append(helper.make_tensor("scale", TensorProto.STRING, [], [b"one"]))
    return made


def packed(kind, columns, data):
    made = model([node("Cast", ["w"], ["y"], to=FLOAT)], inputs=())
    made.graph.initializer.append(TensorProto(name="w", data_type=kind, dims=[2, columns],
                                              raw_data=data))
    return made
