# SPDX-License-Identifier: Apache-2.0
"""Converts attribute values to messages and back: numbers, texts, axes, slices, arrays."""
import hashlib
import os

import numpy as np

import ngraph as ng
from ngraph.op_graph.axes import AxesMap, Axis, Axes
from ngraph.util.errors import BadFile

_NO_ITEMS, _NO_KEYS = "_ngraph_iter_sentinel_", "_ngraph_map_sentinel_"
_PROCESS = os.urandom(7)  # op numbers are unique per process only

# By name of the original's element type.
DTYPES = {"FLOAT32": np.float32, "FLOAT16": np.float16, "FLOAT64": np.float64, "UINT8": np.uint8,
          "UINT16": np.uint16, "UINT32": np.uint32, "INT8": np.int8, "INT16": np.int16,
          "INT32": np.int32, "INT64": np.int64}


def dtype_name(dtype):
    """Return the name of an element type. Raises ValueError if the format lacks it."""
    for name, numpy_type in DTYPES.items():
        if np.dtype(dtype) == numpy_type:
            return name
    raise ValueError(f"the original's graph format has no element type {np.dtype(dtype)}")


def dtype_named(name):
    """Return an element type by name. Raises BadFile for types of the original's integer backend.
    """
    if name not in DTYPES:
        raise BadFile(f"tensors of element type {name} cannot be read")
    return np.dtype(DTYPES[name])


def uuid_of(number, kind=0):
    """Return the uuid message of an op, reader of storage or link: kind 0, 1 or 2."""
    return {"uuid": _PROCESS + bytes([kind]) + (number & 0xffffffffffffffff).to_bytes(8, "little")}


class ReadAxes:
    """Axes of one file: equal uuids give the same axis."""

    def __init__(self):
        self._by_uuid = {}

    def axis(self, message):
        """Return the Axis of a message."""
        uuid = message.get("uuid", {}).get("uuid", b"")
        found = self._by_uuid.get(uuid)
        if found is None:
            if "flattened_axes" in message:
                found = ng.FlattenedAxis(self.axes(message["flattened_axes"]))
            else:
                found = ng.make_axis(message.get("length", 0), name=message.get("name", ""))
            self._by_uuid[uuid] = found
        return found

    def axes(self, message):
        """Return the Axes of a message."""
        return ng.make_axes([self.axis(axis) for axis in message.get("axes", [])])


def axis_message(axis):
    """Return the message of an axis."""
    identity = hashlib.blake2b(f"{axis.name} {axis.length}".encode("utf-8"), digest_size=16)
    message = {"uuid": {"uuid": identity.digest()}, "name": axis.name, "length": axis.length}
    if axis.is_batch:
        message["batch"] = True
    if axis.is_recurrent:
        message["recurrent"] = True
    if axis.is_flattened:
        message["flattened_axes"] = axes_message(axis.axes)
    return message


def axes_message(axes):
    """Return the message of axes."""
    return {"uuid": {"uuid": os.urandom(16)}, "axes": [axis_message(axis) for axis in axes]}


def tensor_message(array):
    """Return the message of an array: type, shape, and bytes in row-major order."""
    array = np.ascontiguousarray(array).reshape(np.shape(array))
    info = {"shape": list(array.shape)} if array.shape else {}
    if dtype_name(array.dtype) != "FLOAT32":
        info["dtype"] = dtype_name(array.dtype)
    return {"info": info, "data": array.astype(array.dtype.newbyteorder("<")).tobytes()}


def array_of(message):
    """Return the array of a message. Raises BadFile if the number of bytes does not match the
    shape.
    """
    info = message.get("info", {})
    dtype = dtype_named(info.get("dtype", "FLOAT32"))
    shape, data = tuple(info.get("shape", ())), message.get("data", b"")
    expected = int(np.prod(shape, dtype=object)) * dtype.itemsize
    if expected != len(data):
        raise BadFile(f"a tensor of shape {shape} has {len(data)} bytes, expected {expected}")
    return np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype).reshape(shape)


def _slice_message(part):
    return {name: {"value": getattr(part, name)} for name in ("start", "step", "stop")
            if getattr(part, name) is not None}


def _slice_of(message):
    return slice(*(message[name].get("value", 0) if name in message else None
                   for name in ("start", "stop", "step")))


def scalar_message(value):
    """Return the message of a scalar. Raises ValueError for unsupported types."""
    if value is None:
        return {"null_val": True}
    if isinstance(value, (bool, np.bool_)):
        return {"bool_val": bool(value)}
    if isinstance(value, str):
        return {"string_val": value}
    if isinstance(value, (int, np.integer)):
        return {"int_val": int(value)}
    if isinstance(value, (float, np.floating)):
        return {"double_val": float(value)}
    if isinstance(value, bytes):
        return {"byte_val": value}
    if isinstance(value, slice):
        return {"slice_val": _slice_message(value)}
    if isinstance(value, Axis):
        return {"axis": axis_message(value)}
    if isinstance(value, AxesMap):
        return {"axes_map": {"mapping": scalar_message(dict(value))}}
    if isinstance(value, dict):
        entries = {key: scalar_message(entry) for key, entry in value.items()}
        return {"map_val": {"map": dict(entries, **{_NO_KEYS: {"string_val": ""}})}}
    raise ValueError(f"the original's graph format has no values of type {type(value).__name__}")


def scalar_of(message, axes):
    """Return the value of a scalar message."""
    kind, value = next(iter(message.items()), ("null_val", True))
    if kind == "null_val":
        return None
    if kind == "map_val":
        return {key: scalar_of(entry, axes) for key, entry in value.get("map", {}).items()
                if key != _NO_KEYS}
    if kind == "slice_val":
        return _slice_of(value)
    if kind == "axis":
        return axes.axis(value)
    if kind == "axes_map":
        return AxesMap(scalar_of(value.get("mapping", {}), axes))
    return dtype_named(value) if kind == "dtype_val" else value


def attribute_message(value):
    """Return the message of an attribute value."""
    if isinstance(value, Axes):
        return {"axes": axes_message(value)}
    if isinstance(value, np.ndarray):
        return {"tensor": tensor_message(value)}
    if isinstance(value, (list, tuple)):
        items = [scalar_message(item) for item in value] or [{"string_val": _NO_ITEMS}]
        return {"repeated_scalar": {"val": items}}
    return {"scalar": scalar_message(value)}


def attribute_of(message, axes):
    """Return the value of an attribute message."""
    if "axes" in message:
        return axes.axes(message["axes"])
    if "tensor" in message:
        return array_of(message["tensor"])
    if "repeated_scalar" in message:
        items = [scalar_of(item, axes) for item in message["repeated_scalar"].get("val", [])]
        return [] if items == [_NO_ITEMS] else items
    return scalar_of(message.get("scalar", {}), axes)
