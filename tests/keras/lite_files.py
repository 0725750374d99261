# SPDX-License-Identifier: Apache-2.0
"""Writes a model of TensorFlow Lite and what its interpreter computes of inputs."""

import os

import numpy as np
import tensorflow as tf


def numbers(shape, seed, scale=1.0):
    return (np.random.RandomState(seed).standard_normal(shape) * scale).astype(np.float32)


def quantise(converter, inputs, samples, wide=False):
    """Quantise all values to 8 bits, also inputs and outputs, by `samples` random inputs; wide:
    activations to 16 bits between inputs and outputs that are floats."""
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([numbers(value.shape, seed) for value in
                                                 inputs.values()] for seed in range(samples))
    sets = tf.lite.OpsSet
    if wide:
        converter.target_spec.supported_ops = [
            sets.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8]
        return
    converter.target_spec.supported_ops = [sets.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = converter.inference_output_type = tf.int8


def save(folder, name, content, inputs, quantised=False):
    """Write NAME.tflite and NAME.npz. Returns the interpreter."""
    with open(os.path.join(folder, name + ".tflite"), "wb") as file:
        file.write(content)
    plain = tf.lite.experimental.OpResolverType.BUILTIN_REF
    interpreter = tf.lite.Interpreter(model_content=content,
                                      experimental_op_resolver_type=plain)
    runner = interpreter.get_signature_runner()
    only = next(iter(inputs.values()))  # Keras names its input otherwise
    given = {}
    for key, details in runner.get_input_details().items():
        given[key] = inputs.get(key, only)
        scale, zero = details["quantization"]
        if quantised:
            given[key] = np.clip(np.round(given[key] / scale) + zero, -128, 127).astype(np.int8)
    arrays = {"in." + key: value for key, value in given.items()}
    arrays.update({"out." + key: value for key, value in runner(**given).items()})
    np.savez_compressed(os.path.join(folder, name + ".npz"), **arrays)
    return interpreter
