# SPDX-License-Identifier: Apache-2.0
"""Values of variables as a zip file: the bytes of each, and a manifest of types and shapes.

Entries have the names of the ops, which are the same in every process.
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
    """Return the value of a storage op in the transformer."""
    return transformer.get_tensor_view_value(op)


def extract_ops(transformer, ops):
    """Return the values of storage ops, by op."""
    return {op: extract_op(transformer, op) for op in ops}


def set_op_value(transformer, op, value):
    """Set the value of a storage op."""
    transformer.set_tensor_view_value(op, value)


def set_op_values(transformer, values):
    """Set the values of storage ops, by op."""
    for op, value in values.items():
        set_op_value(transformer, op, value)


def _state_of(ops):
    return {op.name: op for op in _neon.state_below(list(ops))}


def serialize_weights(transformer, ops, f):
    """Write the variables and persistent tensors that the ops depend on to a file object or path.
    """
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
    """Set the variables and persistent tensors that the ops depend on from a file.

    Raises ValueError, listing missing and mismatched values; nothing is changed then.
    """
    try:
        with zipfile.ZipFile(f) as archive:
            manifest = json.loads(archive.read(_MANIFEST))
            stored = {entry["uuid"]: _array_of(archive, entry) for entry in manifest}
    except (zipfile.BadZipFile, KeyError, TypeError, json.JSONDecodeError) as error:
        raise BadFile(f"not a weights file: {error}") from None
    state = _state_of(ops)
    faults = [f"{name} is missing" for name in state if name not in stored]
    faults += [f"{name} has shape {stored[name].shape}, expected {op.axes}"
               for name, op in state.items()
               if name in stored and list(stored[name].shape) != list(op.axes.lengths)]
    if faults:
        raise ValueError(f"the weights do not match: {'; '.join(faults)}")
    transformer.allocate()
    set_op_values(transformer, {op: stored[name] for name, op in state.items()})
