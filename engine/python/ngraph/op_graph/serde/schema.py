# SPDX-License-Identifier: Apache-2.0
"""Message types of the original's graph files: name, label and type by field number."""

ENUMS = {
    "DTYPE": ("FLOAT32", "FLOAT16", "FLOAT64", "UINT8", "UINT16", "UINT32", "INT8", "INT16",
              "INT32", "INT64", "FLEX16"),
    "EdgeType": ("DATA", "CONTROL", "CONTAINER", "OTHER"),
}


def _one(name, kind):
    return name, "one", kind


def _repeated(name, kind):
    return name, "repeated", kind


def _map(name, kind):
    return name, "map", kind


MESSAGES = {
    "UUID": {1: _one("uuid", "bytes")},
    "GraphDef": {1: _repeated("edges", "Edge"), 2: _repeated("ops", "Op")},
    "Op": {1: _one("uuid", "UUID"), 2: _one("name", "string"), 4: _one("op_type", "string"),
           5: _one("dtype", "DTYPE"), 6: _map("attrs", "OpAttr")},
    "OpAttr": {3: _one("scalar", "Scalar"), 4: _one("repeated_scalar", "RepeatedScalar"),
               5: _one("conv_params", "FilterParams"), 6: _one("pool_params", "FilterParams"),
               7: _one("axes", "Axes"), 8: _one("tensor", "Tensor")},
    "FilterParams": {1: _repeated("fshape", "uint32"), 2: _repeated("stride", "uint32"),
                     3: _repeated("padding", "uint32")},
    "Scalar": {1: _one("bool_val", "bool"), 2: _one("string_val", "string"),
               3: _one("double_val", "double"), 4: _one("int_val", "int64"),
               5: _one("byte_val", "bytes"), 6: _one("uuid_val", "UUID"),
               7: _one("map_val", "AttributeMap"), 8: _one("null_val", "bool"),
               9: _one("slice_val", "Slice"), 10: _one("dtype_val", "DTYPE"),
               11: _one("axis", "Axis"), 12: _one("axes_map", "AxesMap")},
    "AttributeMap": {1: _map("map", "Scalar")},
    "RepeatedScalar": {1: _repeated("val", "Scalar")},
    "Edge": {1: _one("uuid", "UUID"), 2: _one("from_uuid", "UUID"), 3: _one("to_uuid", "UUID"),
             4: _map("attrs", "EdgeAttr"), 5: _one("edge_type", "EdgeType")},
    "EdgeAttr": {1: _one("scalar", "Scalar"), 2: _one("repeated_scalar", "RepeatedScalar")},
    "TensorInfo": {2: _one("dtype", "DTYPE"), 3: _repeated("shape", "uint32")},
    "Tensor": {1: _one("info", "TensorInfo"), 2: _one("data", "bytes")},
    "TensorManifest": {1: _repeated("pairs", "TensorInfoUUIDPair")},
    "TensorInfoUUIDPair": {1: _one("uuid", "UUID"), 2: _one("info", "TensorInfo")},
    "Axes": {1: _one("uuid", "UUID"), 2: _one("name", "string"), 3: _repeated("axes", "Axis")},
    "Axis": {1: _one("uuid", "UUID"), 2: _one("name", "string"), 3: _one("length", "int32"),
             4: _one("recurrent", "bool"), 5: _one("batch", "bool"),
             6: _one("match_on_length", "bool"), 8: _one("docstring", "string"),
             9: _one("flattened_axes", "Axes")},
    "AxesMap": {1: _one("mapping", "Scalar")},
    "Int64Value": {1: _one("value", "int64")},
    "Slice": {1: _one("start", "Int64Value"), 2: _one("step", "Int64Value"),
              3: _one("stop", "Int64Value")},
}
