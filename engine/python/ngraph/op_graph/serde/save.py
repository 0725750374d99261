# SPDX-License-Identifier: Apache-2.0
"""Writes ops as the original's protobuf messages."""
import ngraph as ng
from ngraph._engine import neon as _neon
from ngraph.op_graph.axes import AxesMap
from ngraph.op_graph.serde.values import (
    attribute_message, dtype_name, scalar_message, tensor_message, uuid_of)

_METADATA = "_ngraph_metadata_"
_READER, _LINK = 1, 2  # kinds of uuid: reader of a storage op, link

# Attributes of every op of the original.
_COMMON = {"_const": None, "_deriv_handler": None, "_is_constant": False, "_is_persistent": False,
           "_is_trainable": False, "style": {}}
_ELEMENTWISE = frozenset((
    "AbsoluteOp", "Add", "CosOp", "Divide", "Equal", "ExpOp", "FloorDivide", "Greater",
    "GreaterEqual", "Less", "LessEqual", "LogOp", "Maximum", "Minimum", "Mod", "Multiply",
    "NegativeOp", "NotEqual", "Power", "ReciprocalOp", "SignOp", "SinOp", "SqrtOp", "SquareOp",
    "Subtract", "TanhOp", "SafelogOp", "ValueOfOp", "StopGradient"))
_REDUCTIONS = frozenset(("Argmax", "Argmin", "Max", "Min", "Prod", "Sum", "TensorSizeOp"))
_OF_AXES = frozenset(("AxesCastOp", "BroadcastOp", "ReorderAxes", "AssignOp", "ContiguousOp",
                      "Flatten"))


def _dot_attributes(op):
    x, y = (argument.axes for argument in op.args)
    summed = x & y
    if not op.axes.is_equal_set((x - summed) + (y - summed)):
        raise ValueError(f"{op!r}: the original's graph format only supports dot over axes "
                         "of equal names")
    return {"reduction_axes": summed, "x_out_axes": x - summed, "y_out_axes": y - summed}


def _window_attributes(op, name, keys):
    return {name: {key: op.attribute(key) for key in keys if op.attribute(key) is not None}}


_CONVOLUTION = tuple(f"{what}_{axis}" for what in ("pad", "str", "dil") for axis in "dhw")
_POOLING = ("op", "J", "T", "R", "S") + tuple(
    f"{what}_{axis}" for what in ("pad", "str") for axis in "cdhw")


def _own_attributes(op):
    """Return the class-specific attributes. Raises ValueError for an unsupported class."""
    kind = op.class_name
    if kind in _ELEMENTWISE:
        return {"kwargs": {"dtype": None}}
    if kind in _REDUCTIONS:
        return {"reduction_axes": op.args[0].axes - op.axes, "kwargs": {}}
    if kind in _OF_AXES:
        return {}
    if kind == "DotOp":
        return _dot_attributes(op)
    if kind in ("OneHotOp", "ConcatOp"):
        return {"axis": op.attribute("axis")[0]}
    if kind == "StackOp":
        return {"axis": op.attribute("axis")[0], "pos": op.attribute("pos")}
    if kind in ("ConvolutionOp", "DeconvolutionOp"):
        return _window_attributes(op, "conv_params", _CONVOLUTION)
    if kind == "PoolingOp":
        return _window_attributes(op, "pool_params", _POOLING)
    if kind == "RngOp":
        uniform = op.attribute("low") is not None
        names = ("low", "high") if uniform else ("loc", "scale")
        return {"distribution": "uniform" if uniform else "normal",
                "params": {name: op.attribute(name) for name in names}}
    if kind == "MapRolesOp":
        return {"axes_map": AxesMap(zip(op.args[0].axes.names, op.axes.names))}
    raise ValueError(f"{op!r}: the original's graph format does not support ops of class {kind}; "
                     "save the graph as a document")


def _arguments(op):
    """Drop the state of random numbers, which the original kept elsewhere."""
    return op.args[:1] if op.class_name == "RngOp" else op.args


class GraphWriter:
    """Collects the messages of ops and links."""

    def __init__(self):
        self.ops, self.edges = [], []
        self._values = {}  # per op, the uuid that its users refer to
        self._links = 0

    def add(self, op, handle=False):
        """Add the op. All its operands must have been added."""
        if op in self._values:
            return
        if op.class_name == "AssignableTensorOp":
            self._add_storage(op)
        elif op.class_name == "SigmoidOp":
            self._values[op] = self._expanded(ng.reciprocal(ng.exp(-op.args[0]) + 1))
        else:
            self._values[op] = uuid_of(op.id)
            self._add_op(op, handle)

    def _expanded(self, op):
        for below in _neon.ops_below([op]):
            self.add(below)
        return self._values[op]

    def _add_message(self, op, uuid, kind, attributes, name=None):
        labelled = _neon.has_label(op)
        name = name or (op.name if labelled else f"{kind}_{op.id}")
        message = {"uuid": uuid, "name": name, "op_type": kind,
                   "attrs": {key: attribute_message(value) for key, value in
                             dict(_COMMON, **attributes).items()}}
        if op.has_value and dtype_name(op.dtype) != "FLOAT32":
            message["dtype"] = dtype_name(op.dtype)
        message["attrs"]["graph_label_type"] = {"scalar": scalar_message(kind)}
        for key, value in op.metadata.items() if labelled else ():
            message["attrs"][_METADATA + key] = attribute_message(value)
        self.ops.append(message)
        return message

    def _add_storage(self, op):
        constant = op.const
        initial = constant if constant is not None else ng._engine.initial_contents(op)
        attributes = {
            "_axes": op.axes, "scale": None, "initial_value": None,
            "_is_constant": op.is_constant, "_is_trainable": op.is_trainable,
            "_is_placeholder": op.is_placeholder, "_is_persistent": op.is_persistent,
            "_is_input": op.is_placeholder}
        message = self._add_message(op, uuid_of(op.id), "AssignableTensorOp", attributes)
        if initial is not None and not op.is_placeholder:
            message["attrs"]["initial_value"] = {"tensor": tensor_message(initial)}
        if constant is not None:
            message["attrs"]["_const"] = {"tensor": tensor_message(constant)}
        self._values[op] = uuid_of(op.id, _READER)
        self._add_message(op, self._values[op], "TensorValueOp", {}, f"{message['name']}/value")
        self._link(self._values[op], uuid_of(op.id), "OTHER", _ngraph_attribute="_tensor")

    def _add_op(self, op, handle):
        if op.is_sequencing_op:
            message = self._add_message(op, self._values[op], op.class_name, {})
            self._link_parts(op)
        else:
            attributes = _own_attributes(op)
            if op.has_value:
                attributes.update({"_axes": op.axes, "scale": None})
            message = self._add_message(op, self._values[op], op.class_name, attributes)
            for argument in _arguments(op):
                self._link(self._values[argument], self._values[op], "DATA")
        if handle:
            message["attrs"]["_ngraph_ser_handle"] = {"scalar": {"bool_val": True}}

    def _link_parts(self, op):
        own = self._values[op]
        if op.class_name == "ComputationOp":
            count = op.attribute("results")
            for number, part in enumerate(op.args):
                self._link(own, self._values[part], "CONTROL")
                if number >= count:
                    self._link_listed(own, self._values[part], "parameters")
                    continue
                storage = part.class_name == "AssignableTensorOp"
                self._link_listed(own, uuid_of(part.id) if storage else self._values[part],
                                  "returns")
                self._link_listed(own, self._values[part], "values")
            return
        for part in op.args:
            self._link(own, self._values[part],
                       "CONTAINER" if op.class_name == "SequentialOp" else "CONTROL")

    def _link_listed(self, source, target, name):
        self._link(source, target, "OTHER", _ngraph_list_attribute=name)

    def _link(self, source, target, kind, **attributes):
        self._links += 1
        edge = {"uuid": uuid_of(self._links, _LINK), "from_uuid": source, "to_uuid": target}
        if attributes:
            edge["attrs"] = {key: {"scalar": scalar_message(value)}
                             for key, value in attributes.items()}
        if kind != "DATA":
            edge["edge_type"] = kind
        self.edges.append(edge)


def graph_of(ops, only_return_handle_ops):
    """Return the GraphDef message of the ops and all ops they depend on."""
    writer = GraphWriter()
    handles = _neon.primitive_ops(list(ops))
    below = _neon.ops_below(handles)
    read = set(handles).union(*(_arguments(op) for op in below))
    for op in below:
        if op not in read:
            continue
        writer.add(op, only_return_handle_ops and op in handles)
    return {"edges": writer.edges, "ops": writer.ops}
