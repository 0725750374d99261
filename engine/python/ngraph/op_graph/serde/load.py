# SPDX-License-Identifier: Apache-2.0
"""Reads ops from the original's protobuf messages."""
import ngraph as ng
from ngraph import _engine
from ngraph.op_graph import op_classes
from ngraph.op_graph.serde.values import ReadAxes, attribute_of, dtype_named
from ngraph.util.errors import BadFile

_METADATA = "_ngraph_metadata_"


class _Node:
    """One op of a file and its links."""

    def __init__(self, message, axes):
        self.name, self.type = message.get("name", ""), message.get("op_type", "")
        self.dtype = dtype_named(message.get("dtype", "FLOAT32"))
        self.attributes = {key: attribute_of(value, axes)
                           for key, value in message.get("attrs", {}).items()}
        self.arguments, self.members, self.control = [], [], []
        self.links, self.lists = {}, {}

    def needs(self):
        """Nodes that must be created before this one."""
        if "_tensor" in self.links:
            return [self.links["_tensor"]]
        listed = [node for nodes in (self.lists.get("returns", []), self.lists.get("parameters", []))
                  for node in nodes] if self.type == "ComputationOp" else []
        members = self.control if self.type == "ParallelOp" else self.members
        return self.arguments + members + listed


def _storage(node, _):
    own = node.attributes
    axes, initial = own.get("_axes"), own.get("initial_value")
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
    returns = [made[part] for part in node.lists.get("returns", [])]
    return ng.computation(returns, *(made[part] for part in node.lists.get("parameters", [])))


def _sequence(node, made):
    return ng.sequential([made[part] for part in node.members])


def _parallel(node, made):
    return ng.doall([made[part] for part in node.control])


def _reduction(function):
    return lambda x, own: function(x, reduction_axes=own.get("reduction_axes"))


def _with_axes(function):
    return lambda x, own: function(x, own["_axes"])


def _sliced(x, own):
    return _engine.tensor_slice(x, list(own["slices"]))


def _random(x, distribution, params, **_):
    return (ng.normal if distribution == "normal" else ng.uniform)(x, **params)


def _of_table(takes):
    """Return by class the function of each op of the table whose parameter names `takes` accepts."""
    return {row["class_name"]: getattr(_engine, row["functions"][0][0])
            for row in _engine.op_table() if row["functions"] and takes(row["functions"][0][1])}


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
    "DotOp": lambda x, y, own: ng.dot(x, y),
    "ExpandDims": lambda x, own: ng.expand_dims(x, own["axis"], own["dim"]),
    "MapRolesOp": lambda x, own: ng.map_roles(x, own["axes_map"]),
    "OneHotOp": lambda x, own: ng.one_hot(x, axis=own["axis"]),
    "PoolingOp": lambda x, own: ng.pooling(own["pool_params"], x, own["_axes"]),
    "RngOp": lambda x, own: _random(x, **own),
    "StackOp": lambda *xs: ng.stack(list(xs[:-1]), xs[-1]["axis"], xs[-1]["pos"]),
    "ConcatOp": lambda *xs: ng.concat_along_axis(list(xs[:-1]), xs[-1]["axis"]),
    "StopGradient": lambda x, own: ng.stop_gradient(x), "ValueOfOp": lambda x, own: ng.value_of(x),
    "TensorSliceOp": _sliced,
}
_LISTED = {"AssignableTensorOp": _storage, "ComputationOp": _computation,
           "SequentialOp": _sequence, "ParallelOp": _parallel}


def _op_of(node, made):
    if "_tensor" in node.links:  # the op refers to the value of another
        return made[node.links["_tensor"]]
    if node.type in _LISTED:
        return _LISTED[node.type](node, made)
    arguments = [made[part] for part in node.arguments]
    if node.type in _ELEMENTWISE:
        return _ELEMENTWISE[node.type](*arguments)
    make = _MADE.get(node.type)
    if make is None:
        raise BadFile(f"{node.name}: ops of class {node.type!r} cannot be read")
    try:
        return make(*arguments, node.attributes)
    except KeyError as missing:
        raise BadFile(f"{node.name}: a {node.type} needs the attribute {missing}") from None
    except TypeError:
        raise BadFile(f"{node.name}: a {node.type} cannot have {len(arguments)} arguments") from None


def _label(node, op):
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
    """Return the ops of a GraphDef message by node name, and its handle ops."""
    axes, nodes = ReadAxes(), {}
    for op in message.get("ops", []):
        nodes[op.get("uuid", {}).get("uuid", b"")] = _Node(op, axes)
    _link(nodes, message.get("edges", []))
    made = {}
    for node in _in_order(list(nodes.values())):
        made[node] = _op_of(node, made)
        if "_tensor" not in node.links:
            _label(node, made[node])
    handles = [made[node] for node in nodes.values()
               if node.attributes.get("_ngraph_ser_handle")]
    return handles or list(dict.fromkeys(made.values()))
