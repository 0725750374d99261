# SPDX-License-Identifier: Apache-2.0
"""Malformed Keras archives and HDF5 files for write_broken.py."""

import io
import json
import zipfile

import h5py
import numpy as np


def layer(kind, name, inputs=None, **config):
    """A layer of a functional model; `inputs` are names of layers, or references."""
    made = {"module": "keras.layers", "class_name": kind, "name": name,
            "config": {"name": name, **config}, "inbound_nodes": []}
    if inputs is not None:
        made["inbound_nodes"] = [{"args": [tensor(each) for each in inputs], "kwargs": {}}]
    return made


def tensor(of):
    history = of if isinstance(of, list) else [of, 0, 0]
    return {"class_name": "__keras_tensor__",
            "config": {"shape": [None, 3], "dtype": "float32", "keras_history": history}}


def source(shape=(None, 3), name="x", **config):
    return layer("InputLayer", name, batch_shape=list(shape), dtype="float32", **config)


def functional(*layers, outputs=("y",), kind="Functional"):
    return {"module": "keras", "class_name": kind, "config": {
        "name": "model", "layers": list(layers), "input_layers": [["x", 0, 0]],
        "output_layers": [[each, 0, 0] for each in outputs]}}


def sequential(*layers, **config):
    return {"module": "keras", "class_name": "Sequential",
            "config": {"name": "model", "layers": list(layers), **config}}


def weights(**arrays):
    """model.weights.h5 with these arrays, by layers/LAYER/vars/N without the rest."""
    buffer = io.BytesIO()
    with h5py.File(buffer, "w", libver="latest", meta_block_size=64) as file:
        for name, value in arrays.items():
            kind, number = name.rsplit("_", 1)
            file[f"layers/{kind}/vars/{number}"] = value
        file.attrs["made"] = "by hand"
    return buffer.getvalue()


def archive(config, content=None, **more):
    """A .keras archive; `more` replaces entries, null leaves one out."""
    text = config if isinstance(config, (str, bytes)) else json.dumps(config)
    entries = {"metadata.json": '{"keras_version": "3.15.1"}', "config.json": text,
               "model.weights.h5": weights() if content is None else content, **more}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, each in entries.items():
            if each is not None:
                file.writestr(zipfile.ZipInfo(name), each)
    return buffer.getvalue()


def of(kind, shape=(None, 3), content=None, **config):
    """A model of one layer."""
    return archive(functional(source(shape), layer(kind, "y", ["x"], **config)), content)


def archives():
    good = functional(source(), layer("Activation", "y", ["x"], activation="relu"))
    yield "config_is_no_json", archive("{")
    yield "config_is_a_list", archive([1])
    yield "config_without_a_class", archive({"config": {}})
    yield "config_of_a_class_of_its_own", archive({"class_name": "MyModel", "config": {}})
    yield "config_is_nested_too_deeply", archive("[" * 300 + "]" * 300)
    yield "config_with_a_key_twice", archive('{"class_name": "A", "class_name": "B"}')
    yield "no_config", archive(good, **{"config.json": None})
    yield "no_weights", archive(good, **{"model.weights.h5": None})
    yield "weights_are_no_hdf5", archive(good, b"not HDF5 at all" * 9)
    yield "weights_are_cut", archive(good, weights(dense_0=np.ones(3))[:700])
    compressed = io.BytesIO()
    with zipfile.ZipFile(compressed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, each in (("config.json", json.dumps(good)), ("model.weights.h5", weights())):
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, each)
    packed = compressed.getvalue()  # ends with the data of the weights, then the directory
    at = packed.index(b"PK\x01\x02") - 9
    yield "compressed_weights_are_damaged", packed[:at] + b"\xff" * 9 + packed[at + 9:]
    whole = archive(good)
    yield "archive_is_cut", whole[:-10]
    yield "archive_with_a_wrong_checksum", whole.replace(b'"relu"', b'"tanh"', 1)


def structure():
    relu = layer("Activation", "y", ["x"], activation="relu")
    yield "no_layers", archive(sequential())
    yield "layers_are_missing", archive({"class_name": "Functional", "config": {"name": "m"}})
    yield "layer_without_a_name", archive(functional(source(), {"class_name": "ReLU",
                                                                "config": {}}))
    yield "layer_is_a_number", archive(functional(source(), 3))
    yield "no_output", archive(functional(source(), relu, outputs=()))
    yield "output_of_a_missing_layer", archive(functional(source(), relu, outputs=("z",)))
    yield "input_of_a_missing_layer", archive(functional(source(), layer("ReLU", "y", ["z"])))
    yield "two_layers_of_one_name", archive(functional(source(), relu, relu))
    yield "cycle", archive(functional(source(), layer("Add", "y", ["x", "z"]),
                                      layer("ReLU", "z", ["y"])))
    yield "negative_call", archive(functional(source(), layer("ReLU", "y", [["x", -1, 0]])))
    yield "reference_without_a_number", archive(functional(source(), layer("ReLU", "y", [["x"]])))
    yield "input_without_a_shape", archive(functional(layer("InputLayer", "x"), relu))
    yield "input_of_negative_length", archive(functional(source((None, -3)), relu))
    yield "input_of_an_unknown_rank", archive(functional(
        layer("InputLayer", "x", batch_shape="any"), relu))
    yield "not_built", archive(sequential(layer("Dense", "y", units=2)))
    inner = layer("ReLU", "r")
    for _ in range(60):
        inner = {"class_name": "Sequential", "name": "s",
                 "config": {"name": "s", "layers": [inner]}}
    yield "models_in_models", archive(sequential(source(), inner))
    yield "inner_model_without_inputs", archive(functional(
        source(), {"class_name": "Functional", "name": "y", "inbound_nodes": [{"args": []}],
                   "config": functional(source(name="a"), layer("ReLU", "b", ["a"]),
                                        outputs=("b",))["config"]}))
    arguments = tensor("x")
    for _ in range(40):
        arguments = [arguments]
    yield "arguments_nested_too_deeply", archive(functional(
        source(), {**layer("ReLU", "y"), "inbound_nodes": [{"args": [arguments], "kwargs": {}}]}))
    yield "constant_of_keras_2", archive(functional(
        source(), {**layer("Add", "y"), "inbound_nodes": [[["x", 0, 0, {}],
                                                          ["_CONSTANT_VALUE", -1, "a", None]]]}))


def layers():
    yield "unknown_layer", of("MyLayer", units=3)
    yield "lambda", of("Lambda", function={"class_name": "__lambda__", "config": {
        "code": "4wEAAAA=", "defaults": None, "closure": None}})
    yield "lambda_with_a_name", of("Lambda", function="os.system", function_type="function")
    yield "function_of_keras_2", of("TFOpLambda", function="image.resize")
    yield "activation_of_python", of("Activation", activation={
        "module": "builtins", "class_name": "function", "config": "evil",
        "registered_name": "function"})
    yield "activation_of_a_layer", of("Activation", activation={"class_name": "ReLU",
                                                                "config": {}})
    yield "unknown_activation", of("Activation", activation="sparkle")
    yield "dense_without_a_kernel", of("Dense", units=2)
    yield "dense_of_another_width", of("Dense", content=weights(
        dense_0=np.ones((4, 2), np.float32), dense_1=np.ones(2, np.float32)), units=2)
    yield "dense_of_texts", of("Dense", content=weights(dense_0=np.array([b"a", b"b"]),
                                                        dense_1=np.ones(2)), units=2)
    yield "lstm_without_units", of("LSTM", (None, 4, 3))
    yield "lstm_of_a_matrix", of("LSTM", units=2)
    yield "lstm_of_other_gates", of("LSTM", (None, 4, 3), units=2)
    yield "wrapper_without_a_layer", of("TimeDistributed", (None, 4, 3))
    yield "wrapper_of_a_wrapper_of_itself", of("TimeDistributed", (None, 4, 3), layer={
        "class_name": "TimeDistributed", "config": {}})
    yield "wrapper_of_an_unknown_layer", of("Bidirectional", (None, 4, 3), layer={
        "class_name": "Mine", "config": {}}, merge_mode="concat")
    yield "convolution_of_a_vector", of("Conv2D", filters=2, kernel_size=[3, 3])
    yield "strides_of_another_rank", of(
        "MaxPooling2D", (None, 4, 4, 2), pool_size=[2, 2], strides=[1, 1, 1])
    yield "pool_of_length_0", of("MaxPooling2D", (None, 4, 4, 2), pool_size=[0, 2])
    yield "pool_of_a_text", of("MaxPooling2D", (None, 4, 4, 2), pool_size="two")
    yield "unknown_padding", of("AveragePooling1D", (None, 4, 2), padding="full")
    yield "reshape_to_another_size", of("Reshape", target_shape=[5, 7])
    yield "permutation_of_another_rank", of("Permute", dims=[1, 2, 3])
    yield "permutation_out_of_range", of("Permute", dims=[9])
    yield "crop_more_than_the_image", of("Cropping1D", (None, 4, 2), cropping=[3, 3])
    yield "upsampling_by_0", of("UpSampling1D", (None, 4, 2), size=0)
    yield "repeat_without_end", of("RepeatVector", n=1 << 40)
    yield "normalisation_of_another_axis", of("BatchNormalization", (None, 4, 4, 2), axis=2)
    yield "axis_out_of_range", of("Softmax", axis=7)
    yield "concatenation_of_other_shapes", archive(functional(
        source(), source((None, 5), "z"), layer("Concatenate", "y", ["x", "z"], axis=0)))
    yield "sum_of_other_shapes", archive(functional(
        source(), source((None, 5), "z"), layer("Add", "y", ["x", "z"])))
    yield "attention_without_weights", of("MultiHeadAttention", (None, 4, 3), num_heads=2,
                                          key_dim=3)
    rnn = weights(**{"simple_rnn/cell_0": np.ones((5, 2), np.float32),
                     "simple_rnn/cell_1": np.ones((2, 2), np.float32),
                     "simple_rnn/cell_2": np.ones(2, np.float32)})
    inner = {"class_name": "LSTM", "config": {"units": 2}}
    yield "mask_of_the_steps_of_a_sequence", archive(functional(
        source((None, 4, 5)), layer("Masking", "m", ["x"]),
        layer("TimeDistributed", "y", ["m"], layer=inner)))
    yield "mask_of_another_length", archive(functional(
        source((None, 4, 5)), source((None, 3), "z"), {**layer("SimpleRNN", "y", units=2),
        "inbound_nodes": [{"args": [tensor("x")], "kwargs": {"mask": tensor("z")}}]}),
        rnn)
    yield "too_many_arguments", archive(functional(
        source((None, 4, 5)), layer("SimpleRNN", "y", ["x"] * 9, units=2)))
    yield "squeeze_without_a_shape", archive(functional(
        source(), {**layer("Squeeze", "y", ["x"]), "module": "keras.src.ops.numpy",
                   "inbound_nodes": [{"args": [{"class_name": "__keras_tensor__", "config": {
                       "keras_history": ["x", 0, 0]}}], "kwargs": {}}]}))


def hdf5():
    def file(fill):
        buffer = io.BytesIO()
        with h5py.File(buffer, "w", libver="latest", meta_block_size=64) as made:
            fill(made)
        return buffer.getvalue()

    def config(text):
        return file(lambda made: made.attrs.__setitem__("model_config", text))

    yield "hdf5_of_tensors", file(lambda made: made.__setitem__("a", np.ones(3)))
    yield "hdf5_cut", config("{}")[:400]
    yield "hdf5_only_a_signature", b"\x89HDF\r\n\x1a\n"
    yield "hdf5_config_is_no_json", config("{")
    yield "hdf5_config_of_no_class", config("{}")
    yield "hdf5_config_of_a_class_of_its_own", config('{"class_name": "M", "config": {}}')
    dense = sequential(source(), layer("Dense", "y", units=2))

    def other_weights(made):
        made.attrs["model_config"] = json.dumps(dense)
        made.create_group("model_weights/y").attrs["weight_names"] = ["y/kernel"]

    yield "hdf5_fewer_weights", file(other_weights)


def files():
    for family in (archives, structure, layers):
        for name, content in family():
            yield "keras_" + name, content
    yield from hdf5()
