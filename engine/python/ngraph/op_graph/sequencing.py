# SPDX-License-Identifier: Apache-2.0
"""Computation ops."""
from ngraph import _engine


def _all_placeholders(results):
    found = {}
    for result in results:
        for placeholder in result.placeholders():
            found[placeholder] = None
    return list(found)


def _as_result(given):
    """Return the op, or the constant of a number or array. Raises TypeError for other objects."""
    try:
        return _engine.as_op(given)
    except TypeError as error:
        raise TypeError(f"a result of a computation must be an op, not {given!r}") from error


def computation(returns, *args):
    """Return an op that describes results and parameters of a computation; see
    Transformer.computation.
    """
    if returns is None:
        kind, results = _engine.Returns.none, []
    elif isinstance(returns, (set, frozenset)):
        kind, results = _engine.Returns.set, sorted(returns, key=lambda op: op.id)
    elif isinstance(returns, (list, tuple)):
        kind, results = _engine.Returns.list, list(returns)
    elif isinstance(returns, dict):
        raise ValueError("a computation returns an op, or a list, tuple or set of ops, not a dict; "
                         "a set of ops returns a dict of values by op")
    elif not isinstance(returns, _engine.Op) and hasattr(returns, "__iter__") \
            and not hasattr(returns, "__array__"):
        kind, results = _engine.Returns.list, list(returns)
    else:
        kind, results = _engine.Returns.single, [returns]
    results = [_as_result(result) for result in results]
    parameters = list(args)
    if len(parameters) == 1 and isinstance(parameters[0], str):
        if parameters[0] != "all":
            raise ValueError(f"parameters must be placeholders or 'all', "
                             f"not {parameters[0]!r}")
        parameters = _all_placeholders(results)
    for parameter in parameters:
        if not isinstance(parameter, _engine.Op):
            raise ValueError(f"a parameter of a computation must be a placeholder or other "
                             f"storage, not {parameter!r}")
    return _engine.make_computation(results, parameters, kind)
