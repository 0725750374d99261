# SPDX-License-Identifier: Apache-2.0
"""Layers composed of layers, and computations with named inputs and outputs."""
from ngraph._engine import neon as _neon
from ngraph._engine.neon import Parallel, ResidualModule
from ngraph.frontends.neon.computation import BoundComputation, make_bound_computation

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
