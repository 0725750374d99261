# SPDX-License-Identifier: Apache-2.0
"""Graphs as TensorFlow describes them."""
from ngraph import _engine
from ngraph.op_graph.tensorboard.summary import tag_of

_UNKNOWN = -1  # TensorFlow's length of an axis without one
_FIELD = ((bool, "b"), (int, "i"), (float, "f"), (str, "s"))


def _attributes(op):
    if op.has_value:
        shape = {"dim": [{"size": _UNKNOWN if axis.length is None else axis.length,
                          "name": axis.name} for axis in op.axes]}
        yield {"key": "axes", "value": {"shape": shape}}
        yield {"key": "_output_shapes", "value": {"list": {"shape": [shape]}}}
    for key, value in op.metadata.items():
        field = next((each for kind, each in _FIELD if isinstance(value, kind)), None)
        if field:
            yield {"key": key, "value": {field: value}}


def ngraph_to_tf_graph_def(graph):
    """Return the ops that the op or ops depend on as the fields of a GraphDef, a dict."""
    ops = _engine.ordered_ops([graph] if isinstance(graph, _engine.Op) else list(graph))
    names, taken = {}, set()
    for op in ops:
        name = tag_of(op.name)
        names[op.id] = name if name not in taken else f"{name}_{op.id}"
        taken.add(name)
    return {"node": [{"name": names[op.id], "op": op.class_name,
                      "input": [names[each.id] for each in op.args],
                      "attr": list(_attributes(op))} for op in ops]}
