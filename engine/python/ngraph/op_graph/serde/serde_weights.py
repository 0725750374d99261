# SPDX-License-Identifier: Apache-2.0
"""The values of variables as a zip file: the bytes of each, and a manifest of types and shapes.

Entries are called by the ops' names, which any process gives again.
"""
import json
import zipfile

import numpy as np

from ngraph._engine import neon as _neon
from ngraph.op_graph.serde.values import dtype_name, dtype_named
from ngraph.util.errors import BadFile

__all__ = ["deserialize_weights", "extract_op", "extract_ops", "serialize_weights",
           "set_op_value", "set_op_values"]

_MANIFEST = "manifest.json"


def extract_op(transformer, op):
    """What a storage op holds in the transformer."""
    return transformer.get_tensor_view_value(op)


def extract_ops(transformer, ops):
    """By op what it holds."""
    return {op: extract_op(transformer, op) for op in ops}


def set_op_value(transformer, op, value):
    """Puts a value into a storage op."""
    transformer.set_tensor_view_value(op, value)


def set_op_values(transformer, values):
    """Puts values into storage ops, by op."""
    for op, value in values.items():
        set_op_value(transformer, op, value)


def _state_of(ops):
    return {op.name: op for op in _neon.state_below(list(ops))}


def serialize_weights(transformer, ops, f):
    """Writes what the variables and persistent tensors below the ops hold to a file or its path."""
    with zipfile.ZipFile(f, "w", zipfile.ZIP_DEFLATED) as archive:
        manifest = []
        for name, op in _state_of(ops).items():
            value = np.asarray(extract_op(transformer, op))
            entry = f"{len(manifest)}.bin"
            manifest.append({"uuid": name, "file": entry, "dtype": dtype_name(value.dtype),
                             "shape": list(value.shape)})
            archive.writestr(entry, value.astype(value.dtype.newbyteorder("<")).tobytes())
        archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))


def _array_of(archive, entry):
    dtype, shape = dtype_named(entry["dtype"]), tuple(entry["shape"])
    data = archive.read(entry["file"])
    if len(data) != int(np.prod(shape, dtype=object)) * dtype.itemsize:
        raise BadFile(f"the weights {entry['uuid']} of shape {shape} have {len(data)} bytes")
    return np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype).reshape(shape)


def deserialize_weights(transformer, ops, f):
    """Puts the values of a file into the variables and persistent tensors below the ops.

    ValueError that lists what is missing or has another shape; then nothing is changed.
    """
    try:
        with zipfile.ZipFile(f) as archive:
            manifest = json.loads(archive.read(_MANIFEST))
            stored = {entry["uuid"]: _array_of(archive, entry) for entry in manifest}
    except (zipfile.BadZipFile, KeyError, TypeError, json.JSONDecodeError) as error:
        raise BadFile(f"these are no weights: {error}") from None
    state = _state_of(ops)
    faults = [f"{name} is missing" for name in state if name not in stored]
    faults += [f"{name} has shape {stored[name].shape}, expected {op.axes}"
               for name, op in state.items()
               if name in stored and list(stored[name].shape) != list(op.axes.lengths)]
    if faults:
        raise ValueError(f"the weights do not fit: {'; '.join(faults)}")
    transformer.allocate()
    set_op_values(transformer, {op: stored[name] for name, op in state.items()})
