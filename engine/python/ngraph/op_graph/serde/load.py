# SPDX-License-Identifier: Apache-2.0
"""Reads ops from the original's protobuf messages."""
import ngraph as ng
from ngraph import _engine
from ngraph.op_graph import op_classes
from ngraph.op_graph.op_references import remember_storage, set_uuid, storage_with_uuid
from ngraph.op_graph.serde import forms
from ngraph.op_graph.serde.values import ReadAxes, attribute_of, axis_message, dtype_named
from ngraph.op_graph.serde.schema import parse
from ngraph.util.errors import BadFile

_METADATA = "_ngraph_metadata_"


class Node:
    """One op of a file and its links."""

    def __init__(self, message, axes):
        self.name, self.type = message.get("name", ""), message.get("op_type", "")
        self.uuid = message.get("uuid", {}).get("uuid", b"")
        self.dtype = dtype_named(message.get("dtype", "FLOAT32"))
        self.attributes = {key: attribute_of(value, axes)
                           for key, value in message.get("attrs", {}).items()}
        self.arguments, self.members, self.control = [], [], []
        self.links, self.lists = {}, {}

    def needs(self):
        """Nodes that must be created before this one."""
        if "_tensor" in self.links:
            return [self.links["_tensor"]]
        listed = self.returns() + self.lists.get("parameters", []) \
            if self.type == "ComputationOp" else []
        members = self.control if self.type == "ParallelOp" else self.members
        return self.arguments + members + listed


    def returns(self):
        """The nodes that a computation returns."""
        return [self.links["returns"]] if "returns" in self.links else self.lists.get("returns", [])


def _is_stored_in(op, node):
    """Whether a storage op is the one that was written as this node."""
    own = node.attributes
    kinds = ("is_placeholder", "is_trainable", "is_persistent")
    return op.dtype == node.dtype and [axis_message(axis) for axis in op.axes] == [
        axis_message(axis) for axis in own["_axes"]] and all(
            getattr(op, kind) == bool(own.get(f"_{kind}")) for kind in kinds)


def _storage(node, _):
    own = node.attributes
    axes, initial = own.get("_axes"), own.get("initial_value")
    existing = storage_with_uuid(node.uuid)
    if existing is not None and _is_stored_in(existing, node):
        return existing
    if own.get("_is_constant"):
        return ng.constant(initial if initial is not None else own["_const"], axes, node.dtype)
    if own.get("_is_placeholder"):
        return ng.placeholder(axes, node.dtype)
    if own.get("_is_trainable"):
        return ng.variable(axes, node.dtype, initial)
    if own.get("_is_persistent"):
        return ng.persistent_tensor(axes, node.dtype, initial)
    return ng.temporary(axes, node.dtype)


def _computation(node, made):
    returns = [made[part] for part in node.returns()]
    if "returns" in node.links:
        returns, = returns
    elif "_engine_returns" in node.attributes:
        returns = set(returns) if node.attributes["_engine_returns"] == "set" else None
    return ng.computation(returns, *(made[part] for part in node.lists.get("parameters", [])))


def _sequence(node, made):
    return ng.sequential([made[part] for part in node.members])


def _parallel(node, made):
    return ng.doall([made[part] for part in node.control])


def _reduction(function):
    return lambda x, own, **typed: function(x, reduction_axes=own.get("reduction_axes"), **typed)


def _with_axes(function):
    return lambda x, own: function(x, own["_axes"])


def _sliced(x, own):
    return _engine.tensor_slice(x, list(own["slices"]))


def _random(x, distribution, params, **_):
    return (ng.normal if distribution == "normal" else ng.uniform)(x, **params)


def _of_table(takes):
    """Return by class the functions of the ops whose parameter names `takes` accepts."""
    return {row["class_name"]: getattr(_engine, row["functions"][0][0])
            for row in _engine.op_table() if row["functions"] and takes(row["functions"][0][1])}


# Classes of the ops whose element type does not follow from their operands.
_TYPED = frozenset(_of_table(lambda names: "dtype" in names))

_ELEMENTWISE = {name: op_classes._MADE_BY[name]
                for name in op_classes.ElementWiseOp.class_names}
# By class: a function of the op's arguments and attributes that creates the op.
_MADE = {
    **{name: _reduction(made) for name, made in
       _of_table(lambda names: names[1:2] == ["reduction_axes"]).items()},
    **{name: _with_axes(made) for name, made in
       _of_table(lambda names: len(names) == 2 and names[1] == "axes").items()},
    "AssignOp": lambda x, value, own: ng.assign(x, value),
    "ContiguousOp": lambda x, own: x,
    "ConvolutionOp": lambda x, f, own: ng.convolution(own["conv_params"], x, f, own["_axes"]),
    "DeconvolutionOp": lambda x, f, own: ng.deconvolution(own["conv_params"], x, f, own["_axes"]),
    "DotOp": lambda x, y, own, **typed: ng.dot(x, y, **typed),
    "ExpandDims": lambda x, own: ng.expand_dims(x, own["axis"], own["dim"]),
    "MapRolesOp": lambda x, own: ng.map_roles(x, own["axes_map"]),
    "OneHotOp": lambda x, own: ng.one_hot(x, axis=own["axis"]),
    "PoolingOp": lambda x, own: ng.pooling(own["pool_params"], x, own["_axes"]),
    "RngOp": lambda x, own: _random(x, **own),
    "StackOp": lambda *xs: ng.stack(list(xs[:-1]), xs[-1]["axis"], xs[-1]["pos"]),
    "ConcatOp": lambda *xs: ng.concat_along_axis(list(xs[:-1]), xs[-1]["axis"]),
    "StopGradient": lambda x, own: ng.stop_gradient(x),
    "ValueOfOp": lambda x, own, **typed: ng.value_of(x, **typed),
    "TensorSliceOp": _sliced,
}
# Attributes of the original's classes; programs set others.
_OF_CLASSES = frozenset((
    "axes_map", "axis", "conv_params", "dim", "distribution", "fprop", "graph_label_type", "index",
    "kwargs", "out_axes", "parameters", "params", "pool_params", "pos", "prefix",
    "reduction_axes", "returns", "scalar",
    "scale", "slices", "style", "valfun", "values", "x_out_axes", "y_out_axes"))
_LISTED = {"AssignableTensorOp": _storage, "ComputationOp": _computation,
           "SequentialOp": _sequence, "ParallelOp": _parallel}


def op_of(node, made):
    if "_tensor" in node.links:  # the op refers to the value of another
        return made[node.links["_tensor"]]
    if node.type in _LISTED:
        return _LISTED[node.type](node, made)
    arguments = [made[part] for part in node.arguments]
    make = _MADE.get(node.type)
    typed = {"dtype": node.dtype} if node.type in _TYPED else {}
    try:
        if node.type in _ELEMENTWISE:
            return _ELEMENTWISE[node.type](*arguments, **typed)
        op = forms.op_from(node, arguments, _body_ops)
        if op is None and make is None:
            raise BadFile(f"{node.name}: ops of class {node.type!r} cannot be read")
        return make(*arguments, node.attributes, **typed) if op is None else op
    except KeyError as missing:
        raise BadFile(f"{node.name}: a {node.type} needs the attribute {missing}") from None
    except TypeError:
        count = len(arguments)
        raise BadFile(f"{node.name}: a {node.type} cannot have {count} arguments") from None


def _body_ops(data):
    """The handle ops of the graph of a loop's body."""
    return ops_of(parse(data, "GraphDef"))


def set_attributes(node, op, made):
    """Set the attributes that a program had set on the op."""
    linked = {name: made[target] for name, target in node.links.items()}
    linked.update({name: [made[target] for target in targets]
                   for name, targets in node.lists.items()})
    for name, value in {**node.attributes, **linked}.items():
        if not (name.startswith("_") or name in _OF_CLASSES or hasattr(type(op), name)):
            setattr(op, name, value)


def label(node, op):
    if node.name and not node.name.startswith(("AssignableTensorOp", "TensorValueOp")):
        op.named(node.name)
    for key, value in node.attributes.items():
        if key.startswith(_METADATA):
            op.metadata[key[len(_METADATA):]] = value


def _link(nodes, edges):
    for edge in edges:
        ends = [nodes.get(edge.get(end, {}).get("uuid", b"")) for end in ("from_uuid", "to_uuid")]
        if None in ends:
            raise BadFile("a link of the graph leads to an op that is not in the file")
        source, target = ends
        kind, attributes = edge.get("edge_type", "DATA"), edge.get("attrs", {})
        name = attributes.get("_ngraph_attribute", {}).get("scalar", {}).get("string_val")
        listed = attributes.get("_ngraph_list_attribute", {}).get("scalar", {}).get("string_val")
        if kind == "DATA":
            target.arguments.append(source)
        elif kind == "CONTAINER" and "_ngraph_forward" not in attributes:
            source.members.append(target)
        elif kind == "CONTROL":
            source.control.append(target)
        elif name:
            source.links[name] = target
        elif listed:
            source.lists.setdefault(listed, []).append(target)


def _in_order(nodes):
    """Sort operands first. Raises BadFile for a cyclic graph."""
    order, state = [], {}
    for root in nodes:
        stack = [(root, iter(root.needs()))] if root not in state else []
        state.setdefault(root, "open")
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                state[node] = "done"
                order.append(node)
            elif state.get(child) == "open":
                raise BadFile(f"{child.name} depends on itself")
            elif child not in state:
                state[child] = "open"
                stack.append((child, iter(child.needs())))
    return order


def ops_of(message):
    """Return the handle ops of a GraphDef message, or all ops if it has none.

    Placeholders, variables and persistent tensors of an existing graph with the same uuids are
    used, so that the computations of a graph share them, whether they were written and read or not.
    """
    axes, nodes = ReadAxes(), {}
    for op in message.get("ops", []):
        nodes[op.get("uuid", {}).get("uuid", b"")] = Node(op, axes)
    _link(nodes, message.get("edges", []))
    made, existing = {}, set()
    for node in _in_order(list(nodes.values())):
        op = made[node] = op_of(node, made)
        if op.uuid.bytes == node.uuid:
            existing.add(op)
        elif op not in (made[each] for each in node.needs()):  # a new op
            label(node, op)
            set_uuid(op, node.uuid)
    remember_storage(made.values())
    for node, op in made.items():
        if op not in existing:
            set_attributes(node, op, made)
    handles = sorted((node for node in nodes.values() if node.attributes.get("_ngraph_ser_handle")),
                     key=lambda node: node.attributes.get("_engine_handle", 0))
    everything = list(dict.fromkeys(made.values()))
    for op in everything:
        if op not in existing:
            op._read_with = everything  # keeps the attributes set by the program
    return [made[node] for node in handles] or everything
