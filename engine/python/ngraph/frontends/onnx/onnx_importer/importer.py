# SPDX-License-Identifier: Apache-2.0
"""Entry points of the ONNX importer. The package onnx is not needed."""

from collections.abc import Mapping

import numpy as np

from ngraph import _engine


def parts_of(array):
    """A complex array as real numbers with a last axis of 2: real, imaginary."""
    array = np.asarray(array, order="C")
    if not np.iscomplexobj(array):
        array = array.astype(np.complex128 if array.dtype == np.float64 else np.complex64)
    return array.reshape(-1).view(array.real.dtype).reshape(array.shape + (2,))


def complex_of(parts):
    """The complex array of real numbers with a last axis of 2."""
    parts = np.ascontiguousarray(parts)
    return parts.view(np.complex128 if parts.dtype == np.float64 else np.complex64)[..., 0]


class ImportedModel:
    """The ops of a model by name.

    ``inputs`` are placeholders, ``weights`` trainable variables, ``outputs`` the results. Each is a
    dict in the model's order. ``updates`` are ops that give state its new values, as those of
    batch normalisation in training; a computation that is to train includes them.
    ``not_imported`` lists the ops that cannot run, with the reasons. ``complex`` has the names of
    complex inputs, outputs and weights of a PyTorch program: their ops have a last axis of 2, the
    real and the imaginary part (``parts_of``, ``complex_of``).
    """

    def __init__(self, parts):
        self.inputs = parts["inputs"]
        self.outputs = parts["outputs"]
        self.weights = parts["weights"]
        self.updates = parts["updates"]
        self.not_imported = parts["not_imported"]
        self.complex = parts["complex"]

    def __getitem__(self, name):
        """The op of an output, an input or a weight."""
        for part in (self.outputs, self.inputs, self.weights):
            if name in part:
                return part[name]
        raise KeyError(name)


def import_model(model, lengths=None, values=None):
    """The ops of a model: a path, the bytes of a model, or a ModelProto of the package onnx.

    Files of Keras, TensorFlow, TensorFlow Lite and torch.export are models, too; a model of Keras,
    and one with a checkpoint next to it, is given by its path.

    ``lengths`` sets open dimensions by symbol; others have length 1. ``values`` are arrays for
    inputs that become constants, such as shapes.
    """
    lengths, values = dict(lengths or {}), dict(values or {})
    if hasattr(model, "SerializeToString"):
        model = model.SerializeToString()
    values = {name: parts_of(value) if np.iscomplexobj(value) else value
              for name, value in values.items()}
    if isinstance(model, bytes):
        return ImportedModel(_engine.import_onnx_bytes(model, lengths, values))
    return ImportedModel(_engine.import_onnx(str(model), lengths, values))


class LoadedModel:
    """A model that is called with arrays of any length.

    Dimensions that the file leaves open get their lengths from the arrays. The first call with a
    set of lengths compiles; the programs of the last ``kept`` sets are kept, each with its own copy
    of the weights. Calls change no weights or other state. For one thread at a time.
    """

    def __init__(self, model, transformer="cpu", kept=4):
        if hasattr(model, "SerializeToString"):
            model = model.SerializeToString()
        content = model if isinstance(model, bytes) else str(model)
        self._calls = _engine.ModelCalls(content, transformer, kept)

    def __call__(self, inputs=None, **named):
        """The outputs by name, in the model's order. Inputs by name: as a dict, or as keywords.

        Complex inputs of PyTorch programs are complex arrays, or their parts along a last axis of
        2; complex outputs are complex arrays.
        """
        if inputs is not None and not isinstance(inputs, Mapping):
            raise TypeError(f"inputs are given by name, as a dict or as keywords, and not as "
                            f"{type(inputs).__name__}")
        given = {**(inputs or {}), **named}
        results = self._calls({name: parts_of(value) if np.iscomplexobj(value) else value
                               for name, value in given.items()})
        return {name: complex_of(value) if name in self._calls.complex else value
                for name, value in results.items()}

    @property
    def compilations(self):
        """How many programs were compiled so far."""
        return self._calls.compilations


def load_model(model, transformer="cpu", kept=4):
    """A LoadedModel of what import_model takes."""
    return LoadedModel(model, transformer, kept)


def import_onnx_model(onnx_protobuf, lengths=None):
    """A list with a dict for each output: its "name", the model's "inputs" and the "output" op."""
    made = import_model(onnx_protobuf, lengths)
    inputs = list(made.inputs.values())
    return [{"name": name, "inputs": inputs, "output": output}
            for name, output in made.outputs.items()]


def import_onnx_file(filename, lengths=None):
    """Like import_onnx_model, for a file."""
    return import_onnx_model(str(filename), lengths)
