# SPDX-License-Identifier: Apache-2.0
"""Values of storage as a zip file: the bytes of each, and a manifest of types and shapes.

The manifest is the original's TensorManifest message as JSON; entries have the uuids of ops.
Another file has the names of the ops, by which values are found in another process.
"""
import base64
import json
import zipfile

import numpy as np

from ngraph._engine import neon as _neon
from ngraph.op_graph.serde.values import dtype_name, dtype_named
from ngraph.util.errors import BadFile

__all__ = ["deserialize_weights", "extract_op", "extract_ops", "json_dumps_manifest",
           "read_np_values", "serialize_weights", "set_op_value", "set_op_values",
           "write_np_values", "write_raw_np"]

_MANIFEST, _NAMES = "manifest.json", "names.json"


def extract_op(transformer, op):
    """Return the value of a storage op in the transformer."""
    return transformer.get_tensor_view_value(op)


def extract_ops(transformer, ops):
    """Return the values of storage ops, by the bytes of their uuids."""
    return {op.uuid.bytes: extract_op(transformer, op) for op in ops}


def set_op_value(transformer, op, value):
    """Set the value of a storage op, before or after it is used in a computation."""
    transformer.set_tensor_view_value(op, value)


def set_op_values(transformer, ops, values=None):
    """Set the values of storage ops: by op, or a list of ops and values by uuid bytes."""
    given = ops if values is None else {op: values[op.uuid.bytes] for op in ops}
    for op, value in given.items():
        set_op_value(transformer, op, value)


def _bytes_of(key):
    return key.encode("utf-8") if isinstance(key, str) else bytes(key)


def _key_of(data):
    """A uuid of 16 bytes, or another key as it was given, as text."""
    try:
        return data if len(data) == 16 else data.decode("utf-8")
    except UnicodeDecodeError:
        return data


def write_raw_np(array, f):
    """Write the elements of an array in row-major order, least significant byte first."""
    f.write(np.asarray(array).astype(array.dtype.newbyteorder("<")).tobytes())


def json_dumps_manifest(values):
    """Return the manifest of arrays by uuid bytes or text: a TensorManifest message as JSON."""
    return json.dumps({"pairs": [
        {"uuid": {"uuid": base64.b64encode(_bytes_of(key)).decode("ascii")},
         "info": {"dtype": dtype_name(value.dtype), "shape": list(np.shape(value))}}
        for key, value in values.items()]}, indent=1)


def write_np_values(values, f):
    """Write arrays by uuid bytes or text to a zip file object or path."""
    with zipfile.ZipFile(f, "w", zipfile.ZIP_DEFLATED) as archive:
        _write_values(archive, values)


def _write_values(archive, values):
    for key, value in values.items():
        with archive.open(_bytes_of(key).hex(), "w") as entry:
            write_raw_np(np.asarray(value), entry)
    archive.writestr(_MANIFEST, json_dumps_manifest(values))


def read_np_values(f):
    """Return the arrays of a zip file object or path, by uuid bytes or text."""
    with _opened(f) as archive:
        return _read_values(archive)


def _opened(f):
    try:
        return zipfile.ZipFile(f)
    except zipfile.BadZipFile as error:
        raise BadFile(f"not a weights file: {error}") from None


def _read_values(archive):
    try:
        pairs = json.loads(archive.read(_MANIFEST)).get("pairs", [])
        found = {}
        for pair in pairs:
            key = base64.b64decode(pair["uuid"]["uuid"])
            found[_key_of(key)] = _array_of(archive, key.hex(), pair.get("info", {}))
        return found
    except (KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise BadFile(f"not a weights file: {error}") from None
    except ValueError as error:  # of JSON and base64
        raise BadFile(f"not a weights file: {error}") from None


def _array_of(archive, entry, info):
    dtype = dtype_named(info.get("dtype", "FLOAT32"))
    shape = tuple(int(length) for length in info.get("shape", ()))
    data = archive.read(entry)
    if len(data) != int(np.prod(shape, dtype=object)) * dtype.itemsize:
        raise BadFile(f"the weights {entry} of shape {shape} have {len(data)} bytes")
    return np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype).reshape(shape)


def _state_of(ops):
    return _neon.state_below(list(ops))


def serialize_weights(transformer, ops, f):
    """Write the variables and persistent tensors that the ops depend on to a file object or path.
    """
    state = _state_of(ops)
    with zipfile.ZipFile(f, "w", zipfile.ZIP_DEFLATED) as archive:
        _write_values(archive, extract_ops(transformer, state))
        archive.writestr(_NAMES, json.dumps({op.uuid.hex: op.name for op in state}, indent=1))


def _stored_by_op(archive, state):
    """Values by op: of its uuid, else of its name. Raises ValueError that lists what is wrong."""
    values = _read_values(archive)
    names = json.loads(archive.read(_NAMES)) if _NAMES in archive.namelist() else {}
    by_name = {name: values.get(bytes.fromhex(key)) for key, name in names.items()}
    stored, faults = {}, []
    for op in state:
        value = values.get(op.uuid.bytes)
        value = by_name.get(op.name) if value is None else value
        if value is None:
            faults.append(f"{op.name} is missing")
        elif list(value.shape) != list(op.axes.lengths):
            faults.append(f"{op.name} has shape {value.shape}, expected {op.axes}")
        stored[op] = value
    if faults:
        raise ValueError(f"the weights do not match: {'; '.join(faults)}")
    return stored


def deserialize_weights(transformer, ops, f):
    """Set the variables and persistent tensors that the ops depend on from a file.

    Raises ValueError, listing missing and mismatched values; nothing is changed then.
    """
    with _opened(f) as archive:
        stored = _stored_by_op(archive, _state_of(ops))
    set_op_values(transformer, stored)
