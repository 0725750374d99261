# SPDX-License-Identifier: Apache-2.0
"""Functions that create ops, with the arguments that all of them have: name= and metadata=."""
import functools
import re
import warnings

from ngraph import _engine
from ngraph.op_graph.metadata import check_metadata
from ngraph.op_graph.window_checks import checked_convolution, checked_pooling

_SIGNATURE = re.compile(r"(\w+)\((.*)\) -> Op$")
_REDUCTIONS = frozenset(("L1_norm", "L2_norm", "argmax", "argmin", "max", "mean", "min", "prod",
                         "squared_L2", "sum", "tensor_size", "variance"))
_NOT_BUILDERS = frozenset(("as_op", "op_from_parts", "other_result", "rewrite"))
_CHECKED = {"convolution": checked_convolution, "deconvolution": checked_convolution,
            "pooling": checked_pooling}


def labelled(op, given, name, metadata):
    """Return a new op with its name and metadata. An op among the `given` keeps its own."""
    if any(op is each for each in given):
        return op
    values = check_metadata(metadata)
    for key in values.keys() - op.metadata.keys():  # those of an open ng.metadata take precedence
        op.metadata[key] = values[key]
    return op if name is None else op.named(name)


def builder(function):
    """Return a function that creates ops with the additional arguments name= and metadata=."""
    @functools.wraps(function)
    def build(*args, name=None, metadata=None, **kwargs):
        if name is None and metadata is None:
            return function(*args, **kwargs)
        check_metadata(metadata)
        return labelled(function(*args, **kwargs), (*args, *kwargs.values()), name, metadata)
    return build


def _tolerant(function, known):
    """Ignore unknown keywords, as the original's reductions do, with a warning."""
    @functools.wraps(function)
    def reduce(*args, **kwargs):
        unknown = kwargs.keys() - known
        if unknown:
            warnings.warn(f"ng.{function.__name__} has no argument {', '.join(sorted(unknown))}: "
                          "it is ignored", stacklevel=3)
            kwargs = {key: value for key, value in kwargs.items() if key in known}
        return function(*args, **kwargs)
    return reduce


def _made(name, function, arguments):
    if name in _CHECKED:
        function = _CHECKED[name](function)
    if name in _REDUCTIONS:
        function = _tolerant(function, frozenset(re.findall(r"(\w+): ", arguments)))
    return builder(function)


def _builders():
    """Return the functions of the engine that create an op, by name."""
    found = {}
    for name, function in vars(_engine).items():
        match = _SIGNATURE.match((getattr(function, "__doc__", None) or "").split("\n")[0])
        if match and callable(function) and name not in _NOT_BUILDERS:
            found[name] = _made(name, function, match[2])
    return found


_made_here = _builders()
globals().update(_made_here)
__all__ = sorted(_made_here)
