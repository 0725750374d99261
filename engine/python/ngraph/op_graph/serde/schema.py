# SPDX-License-Identifier: Apache-2.0
"""Messages of the original's graph files, as dicts. Absent fields are absent keys."""
from ngraph import _engine

ENUMS = {
    "DTYPE": ("FLOAT32", "FLOAT16", "FLOAT64", "UINT8", "UINT16", "UINT32", "INT8", "INT16",
              "INT32", "INT64", "FLEX16"),
    "EdgeType": ("DATA", "CONTROL", "CONTAINER", "OTHER"),
}

# By field number: name, label and type.
MESSAGES = {
    "UUID": {1: ("uuid", "one", "bytes")},
    "GraphDef": {1: ("edges", "repeated", "Edge"), 2: ("ops", "repeated", "Op")},
    "Op": {1: ("uuid", "one", "UUID"), 2: ("name", "one", "string"),
           4: ("op_type", "one", "string"),
           5: ("dtype", "one", "DTYPE"), 6: ("attrs", "map", "OpAttr")},
    "OpAttr": {3: ("scalar", "one", "Scalar"), 4: ("repeated_scalar", "one", "RepeatedScalar"),
               5: ("conv_params", "one", "FilterParams"), 6: ("pool_params", "one", "FilterParams"),
               7: ("axes", "one", "Axes"), 8: ("tensor", "one", "Tensor")},
    "FilterParams": {1: ("fshape", "repeated", "uint32"), 2: ("stride", "repeated", "uint32"),
                     3: ("padding", "repeated", "uint32")},
    "Scalar": {1: ("bool_val", "one", "bool"), 2: ("string_val", "one", "string"),
               3: ("double_val", "one", "double"), 4: ("int_val", "one", "int64"),
               5: ("byte_val", "one", "bytes"), 6: ("uuid_val", "one", "UUID"),
               7: ("map_val", "one", "AttributeMap"), 8: ("null_val", "one", "bool"),
               9: ("slice_val", "one", "Slice"), 10: ("dtype_val", "one", "DTYPE"),
               11: ("axis", "one", "Axis"), 12: ("axes_map", "one", "AxesMap")},
    "AttributeMap": {1: ("map", "map", "Scalar")},
    "RepeatedScalar": {1: ("val", "repeated", "Scalar")},
    "Edge": {1: ("uuid", "one", "UUID"), 2: ("from_uuid", "one", "UUID"),
             3: ("to_uuid", "one", "UUID"),
             4: ("attrs", "map", "EdgeAttr"), 5: ("edge_type", "one", "EdgeType")},
    "EdgeAttr": {1: ("scalar", "one", "Scalar"), 2: ("repeated_scalar", "one", "RepeatedScalar")},
    "TensorInfo": {2: ("dtype", "one", "DTYPE"), 3: ("shape", "repeated", "uint32")},
    "Tensor": {1: ("info", "one", "TensorInfo"), 2: ("data", "one", "bytes")},
    "TensorManifest": {1: ("pairs", "repeated", "TensorInfoUUIDPair")},
    "TensorInfoUUIDPair": {1: ("uuid", "one", "UUID"), 2: ("info", "one", "TensorInfo")},
    "Axes": {1: ("uuid", "one", "UUID"), 2: ("name", "one", "string"),
             3: ("axes", "repeated", "Axis")},
    "Axis": {1: ("uuid", "one", "UUID"), 2: ("name", "one", "string"),
             3: ("length", "one", "int32"),
             4: ("recurrent", "one", "bool"), 5: ("batch", "one", "bool"),
             6: ("match_on_length", "one", "bool"), 8: ("docstring", "one", "string"),
             9: ("flattened_axes", "one", "Axes")},
    "AxesMap": {1: ("mapping", "one", "Scalar")},
    "Int64Value": {1: ("value", "one", "int64")},
    "Slice": {1: ("start", "one", "Int64Value"), 2: ("step", "one", "Int64Value"),
              3: ("stop", "one", "Int64Value")},
}


def parse(data, kind):
    """Return the message of this type. Raises BadFile for malformed bytes."""
    return _engine.parse_message(bytes(data), kind, MESSAGES, ENUMS)


def serialize(message, kind):
    """Return the bytes of a message."""
    return _engine.message_bytes(message, kind, MESSAGES, ENUMS)
