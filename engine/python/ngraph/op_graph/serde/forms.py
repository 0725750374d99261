# SPDX-License-Identifier: Apache-2.0
"""Forms of ops that the classes of save.py and load.py do not cover.

An op whose class the original wrote with other attributes has a row in `SAVED` and `READ`. Any
other op has the general form: the name and the attributes of the engine's op; a scan also the graph
of its body. The original cannot read the general form.
"""
import numpy as np

import ngraph as ng
from ngraph import _engine
from ngraph.util.errors import BadFile, InternalError

_OP, _ATTRIBUTE, _BODY, _ENDS = "_engine_op", "_engine_attribute_", "_engine_body", "_engine_ends"
_RESULT = "_engine_result"


def _slices_of(op):
    """Return the slices and indices of a part; the engine keeps them as text: "1:3, 0, ::2"."""
    return [slice(*(int(bound) if bound else None for bound in item.split(":")))
            if ":" in item else int(item) for item in op.attribute("slices").split(", ") if item]


# By class, the attributes of the original.
SAVED = {
    "TensorSliceOp": lambda op: {"slices": _slices_of(op)},
    "PrintOp": lambda op: {"prefix": op.attribute("prefix")},
    "Unflatten": lambda op: {},
}
# By class, a function of the op's arguments and attributes that creates the op.
READ = {
    "Fill": lambda x, own: ng.fill(x, own["scalar"]),
    "PrintOp": lambda x, own: _engine.print_value(x, own.get("prefix")),
    "TensorSliceOp": lambda x, own: _engine.tensor_slice(
        x, list(own["slices"]), axes=own.get("_axes")),
    "Unflatten": lambda x, own: _engine.unflatten(x, own.get("_axes")),
}


def attributes_of(op, write_graph):
    """Return the class-specific attributes. `write_graph` returns the bytes of the graph of ops, of
    which it reads back these ops in their order.
    """
    if op.class_name in SAVED:
        return SAVED[op.class_name](op)
    return general_attributes(op, write_graph)


def general_attributes(op, write_graph):
    """Return the attributes of the general form."""
    own = {_ATTRIBUTE + key: value for key, value in _engine.attributes_of(op).items()}
    own[_OP] = op.op_name
    body = _engine.body_of(op)
    if body is not None:
        parameters, results = body
        ends = parameters + [_zero_of(op, number) if each is None else each
                             for number, each in enumerate(results)]
        roots = list(dict.fromkeys(_engine.other_result(each, 0) for each in ends))
        own[_BODY] = np.frombuffer(write_graph(roots), np.uint8)
        own[_ENDS] = [number for each in ends for number in (
            roots.index(_engine.other_result(each, 0)), _engine.result_of(each))]
        own[_ENDS].append(len(parameters))
    return own


def _zero_of(scan, number):
    """Stands for a result of each step that a pass found to be unused."""
    result = _engine.other_result(scan, number)
    return _engine.constant(0, result.axes - scan.attribute("axis"), result.dtype)


def result_attributes(op):
    """Return the attributes of a reader of another result of an op."""
    return {_RESULT: _engine.result_of(op)}


def _body_from(own, read_graph):
    *ends, count = own[_ENDS]
    ops = read_graph(own[_BODY].tobytes())
    found = [_engine.other_result(ops[at], number) for at, number in zip(ends[::2], ends[1::2])]
    return found[:count], found[count:]


def op_from(node, arguments, read_graph):
    """Create an op from its form in a file; None for an unknown class."""
    own = node.attributes
    if _RESULT in own:
        return _engine.other_result(arguments[0], own[_RESULT])
    if _OP not in own:
        make = READ.get(node.type)
        return make and make(*arguments, own)
    attributes = {key[len(_ATTRIBUTE):]: value for key, value in own.items()
                  if key.startswith(_ATTRIBUTE)}
    body = _body_from(own, read_graph) if _BODY in own else None
    try:
        return _engine.op_from_parts(own[_OP], arguments, attributes, body)
    except InternalError as error:
        raise BadFile(f"{node.name}: {error}") from None
