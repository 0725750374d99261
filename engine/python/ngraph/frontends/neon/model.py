# SPDX-License-Identifier: Apache-2.0
"""Layers composed of layers, and computations with named inputs and outputs."""
from ngraph._engine import neon as _neon
from ngraph._engine.neon import Parallel, ResidualModule
from ngraph.frontends.neon.computation import BoundComputation, make_bound_computation
from ngraph.op_graph.op_graph import Op

__all__ = ["BoundComputation", "Parallel", "ResidualModule", "Sequential",
           "make_bound_computation"]


class Sequential(_neon.Sequential):
    """Applies layers one after the other.

    The list `layers` may be set again. A subclass that sets it need not call __init__; its scope is
    named after the subclass.
    """

    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        _neon.Sequential.__init__(made, [], None if cls is Sequential else cls.__name__)
        return made

    def __init__(self, layers, name=None, **kwargs):
        self.layers = list(layers)
        if name is not None:
            self.named(name)

    def __call__(self, in_obj, **kwargs):
        """Apply the layers; keywords are arguments of each of them.

        What a layer returns is passed to the next, such as the tuple of a BiRNN for another one.
        """
        return self.call_in_scope(self._applied, in_obj, **kwargs)

    def _applied(self, in_obj, **kwargs):
        for layer in self.layers:
            result = layer(in_obj, **kwargs)
            if not isinstance(result, (Op, tuple, list, dict)):
                raise TypeError(f"{type(layer).__qualname__}.__call__ returned {result!r}; a layer "
                                "must return an op, or several in a tuple, list or dict")
            in_obj = result
        return in_obj
