# SPDX-License-Identifier: Apache-2.0
"""Transformer, its factories and choices."""
import functools

import numpy as np

from ngraph import _engine
from ngraph._engine import Computation
from ngraph.op_graph.sequencing import computation
from ngraph.util.assigned_name import assigned_name
from ngraph.util.errors import UnsupportedTransformerException

__all__ = [
    "Computation", "Transformer", "TransformerFactory", "UnsupportedTransformerException",
    "allocate_transformer", "make_transformer", "make_transformer_factory", "pass_choices",
    "set_transformer_factory", "transformer_choices",
]


def _name_computation(op):
    name = assigned_name()
    if name is None:
        results = (each.name.rpartition("/")[2] for each in op.args[:op.attribute("results")]
                   if each.is_named)
        name = next((f"{result}_computation" for result in results), None)
    if name is not None:
        _engine.name_computation(op, name)


class Transformer:
    """Compiles computations for one backend; they share the state of its variables.

    Use it in one thread at a time; other threads make transformers of their own. close() frees all
    memory (contextlib.closing does it for you).
    """

    transformer_name = "cpu"
    default_rtol = 1e-5
    default_atol = 1e-8

    def __init__(self, name=None):
        self._engine = _engine.allocate_transformer(name or self.transformer_name)
        self.transformer_name = self._engine.name
        self.graph_passes = []  # of the user's; the engine's own follow them
        self._kept = []  # programs, not the callables: those keep their transformer

    def computation(self, results, *parameters):
        """A callable: `results` for values of `parameters`.

        One op gives an array, a list or tuple a tuple, a set a dict by op, None nothing; the
        parameters are placeholders in the order of the arguments, or the one word "all".
        """
        return self.add_computation(computation(results, *parameters))

    def add_computation(self, op):
        """A callable for a computation op (ng.computation). More can be added at any time.

        One without a name takes that of the variable it is assigned to, or of its first result.
        """
        if not op.is_named:
            _name_computation(op)
        for graph_pass in self.graph_passes:
            op = graph_pass.rewritten(op)
        added = _engine.add_computation(self._engine, op, self)
        self._kept.append(_engine.Kept(added))
        return added

    make_computation = add_computation

    def register_graph_pass(self, graph_pass, position=None):
        """Computations added from now on go through this pass too, last or at the position.

        A pass is a GraphPass of ngraph.transformers.passes.passes; it sees the user's graph, before
        the engine's own passes.
        """
        at = len(self.graph_passes) if position is None else position
        self.graph_passes.insert(at, graph_pass)

    @property
    def disabled_passes(self):
        """The set of the engine's passes and rules, by name, that computations added from now on do
        without. ValueError for a pass that programs need."""
        return self._engine.disabled_passes

    @disabled_passes.setter
    def disabled_passes(self, names):
        self._engine.disabled_passes = set(names)

    @property
    def pipeline(self):
        """The engine's graph passes by name, in order, for computations added from now on; an empty
        list stands for the backend's own. ValueError for an order that would change the meaning."""
        return self._engine.pipeline

    @pipeline.setter
    def pipeline(self, names):
        self._engine.pipeline = list(names)

    def initialize(self):
        """Every variable back to its initial value; allocates first."""
        self._engine.initialize()

    def allocate(self):
        """Memory for all computations; otherwise done at the first call."""
        self._engine.allocate()

    def save(self, path):
        """Writes all variables and persistent tensors to a checkpoint, whole or not at all."""
        self._engine.save(str(path))

    def restore(self, path):
        """Reads them back. ValueError that lists what is missing or does not fit."""
        self._engine.restore(str(path))

    def get_tensor_view_value(self, op, host_tensor=None):
        """What a variable, placeholder or persistent tensor holds; into host_tensor if given."""
        value = self._engine.value(op)
        if value is None:
            self.allocate()
            value = self._engine.value(op)
        if host_tensor is None:
            return value
        host_tensor[...] = value
        return host_tensor

    def set_tensor_view_value(self, op, value):
        """Puts a value into a variable or persistent tensor of one of the computations."""
        self._engine.set_value(op, np.asarray(value))

    @classmethod
    def get_default_tolerance(cls, desired):
        """(atol, rtol) within which results of this backend agree with `desired`."""
        del desired  # the same for all values
        return cls.default_atol, cls.default_rtol

    @property
    def closed(self):
        """Is it closed? Calls are refused then."""
        return self._engine.is_closed

    def close(self):
        """Frees all memory; later calls of the computations are refused."""
        self._kept.clear()
        self._engine.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


class TransformerFactory:
    """Makes transformers of one kind; `name` says which."""

    def __init__(self, name, **kwargs):
        self.name = name
        self._make = functools.partial(allocate_transformer, name, **kwargs)

    def __call__(self):
        return self._make()


def transformer_choices():
    """The sorted names of the transformers that can run here ("gpu" only where it can)."""
    return _engine.transformer_choices()


def pass_choices():
    """The engine's passes by name, in the order of the tables, each with what it does."""
    return _engine.pass_sentences()


def allocate_transformer(name, **kwargs):
    """A new transformer by name. ValueError for an unknown one, listing the choices."""
    return Transformer(name, **kwargs)


def make_transformer_factory(name, **kwargs):
    """A factory of transformers of that name. ValueError for an unknown one."""
    _engine.allocate_transformer(name)
    return TransformerFactory(name, **kwargs)


_current_factory = TransformerFactory("cpu")


def set_transformer_factory(factory):
    """From now on make_transformer uses this factory, in all threads."""
    global _current_factory
    _current_factory = factory


def make_transformer():
    """A transformer of the current factory: "cpu" unless another was set."""
    return _current_factory()
