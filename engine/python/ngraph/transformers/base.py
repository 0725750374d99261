# SPDX-License-Identifier: Apache-2.0
"""Transformer, transformer factories and available backends."""
import functools
import os

import numpy as np

from ngraph import _engine
from ngraph._engine import Computation
from ngraph.op_graph.sequencing import computation
from ngraph.util.assigned_name import assigned_name
from ngraph.util.errors import UnsupportedTransformerException
from ngraph.util.web_view import html_of_computation

__all__ = [
    "Computation", "Transformer", "TransformerFactory", "UnsupportedTransformerException",
    "allocate_transformer", "make_transformer", "make_transformer_factory", "pass_choices",
    "set_transformer_factory", "transformer_choices",
]


Computation._repr_html_ = html_of_computation


def _name_computation(op):
    name = assigned_name()
    if name is None:
        results = (each.name.rpartition("/")[2] for each in op.args[:op.attribute("results")]
                   if each.is_named)
        name = next((f"{result}_computation" for result in results), None)
    if name is not None:
        _engine.name_computation(op, name)


def _found_by(name):
    """Return what another process opens the same transformer by: its name or its library."""
    return os.path.abspath(name) if _engine.names_library(name) else name


class Transformer:
    """Compiles computations for one backend; they share the state of variables.

    A transformer is not thread-safe: use one per thread. close() frees all memory (see
    contextlib.closing).

    Parameters
    ----------
    name : str, optional
        Backend, one of transformer_choices().
    device : optional
        Of "mpi": the transformer of each rank, "cpu" if it is not given. Otherwise ignored: the
        name decides where the graph runs.
    parallel : str or Axis, optional
        Of "mpi": the axis that is divided among the ranks that mpirun started, or several with
        their numbers of ranks ("N=2,H=2"). If it is not given, the axis that the metadata
        `parallel` names, else the batch axis. All ranks make the same calls with the same
        arguments, and get the same results.
    stages : int, optional
        Of "mpi": cuts the net into as many stages, each on ranks of its own. With `parallel`, the
        ranks of a stage divide its work.
    micro_batches : int, optional
        The parts of the batch that pass through the stages one after the other. If it is not
        given, the largest divisor of the batch up to twice the number of stages.
    shard_state : str, optional
        Of "mpi": state of which each rank keeps a part only: "optimizer" (what is not trained,
        such as momentum) or "all" (weights too); default: "none". save() and
        get_tensor_view_value() are then calls that all ranks must make. With `stages`, give
        `parallel`, too.
    """

    transformer_name = "cpu"
    default_rtol = 1e-5
    default_atol = 1e-8

    def __init__(self, name=None, device=None, parallel=None, shard_state=None, stages=None,
                 micro_batches=None):
        name = name or self.transformer_name
        if name == "mpi":
            axes = getattr(parallel, "name", parallel) or ""
            if stages and not axes and shard_state not in (None, "none"):
                raise ValueError(f"shard_state={shard_state!r} needs several ranks in each stage: "
                                 "give parallel, too")
            if stages:
                axes = (axes + "," if axes else "") + f"stages={stages}"
            self._engine = _engine.make_ranked_transformer(device or "cpu", axes,
                                                           shard_state or "none",
                                                           micro_batches or 0)
            self.transformer_name = name
        else:
            self._engine = _engine.allocate_transformer(name)
            self.transformer_name = self._engine.name
        self.engine_name = self._engine.name  # of each rank's, if the name is "mpi"
        self.found_by = _found_by((device or "cpu") if name == "mpi" else name)
        self.graph_passes = []  # user passes, which run before the engine's passes
        self._kept = []  # programs only: callables would keep their transformer alive

    def computation(self, results, *parameters):
        """Return a callable that computes `results` for values of `parameters`.

        Parameters
        ----------
        results : Op, list, tuple, set or None
            An op returns an array, a list or tuple of ops a tuple, a set a dict by op, None
            nothing.
        *parameters : Op
            Placeholders in the order of the arguments, or "all".
        """
        return self.add_computation(computation(results, *parameters))

    def add_computation(self, op):
        """Return a callable for a computation op (ng.computation). Computations can be added at any
        time.

        A computation without a name gets that of the variable it is assigned to, or of its first
        result.
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
        """Register a pass for computations added from now on, at the end or at `position`.

        `graph_pass` is a GraphPass of ngraph.transformers.passes.passes; it runs on the user's
        graph, before the engine's passes.
        """
        at = len(self.graph_passes) if position is None else position
        self.graph_passes.insert(at, graph_pass)

    @property
    def disabled_passes(self):
        """Names of disabled passes and rules, for computations added from now on.

        Setting it raises ValueError for a pass that compilation requires.
        """
        return self._engine.disabled_passes

    @disabled_passes.setter
    def disabled_passes(self, names):
        self._engine.disabled_passes = set(names)

    @property
    def pipeline(self):
        """Names of the engine's graph passes in order, for computations added from now on.

        An empty list selects the backend's default. Setting it raises ValueError for an order that
        would change results.
        """
        return self._engine.pipeline

    @pipeline.setter
    def pipeline(self, names):
        self._engine.pipeline = list(names)

    def initialize(self):
        """Reset all variables to their initial values. Allocates memory if necessary."""
        self._engine.initialize()

    def allocate(self):
        """Allocate memory for all computations; otherwise done at the first call."""
        self._engine.allocate()

    def save(self, path):
        """Write all variables and persistent tensors to a checkpoint, atomically."""
        self._engine.save(str(path))

    def restore(self, path):
        """Restore a checkpoint. Raises ValueError that lists missing and mismatched values."""
        self._engine.restore(str(path))

    def get_tensor_view_value(self, op, host_tensor=None):
        """Return the value of a variable, placeholder or persistent tensor, in host_tensor if
        given.
        """
        self._hold(op)
        value = self._engine.value(op)
        if host_tensor is None:
            return value
        host_tensor[...] = value
        return host_tensor

    def set_tensor_view_value(self, op, value):
        """Set the value of a storage op, before or after it is used in a computation."""
        self._hold(op)
        self._engine.set_value(op, np.asarray(value))

    def _hold(self, op):
        """Allocate a storage op that no computation of the transformer uses."""
        self.allocate()
        if not self._engine.holds(op):
            self.add_computation(computation(op, "all"))
            self.allocate()

    @classmethod
    def get_default_tolerance(cls, desired):
        """Return (atol, rtol) within which results of this backend agree with `desired`."""
        del desired  # independent of the values
        return cls.default_atol, cls.default_rtol

    @property
    def closed(self):
        """Whether the transformer is closed."""
        return self._engine.is_closed

    def close(self):
        """Free all memory. A later call of a computation starts again from initial values."""
        self._engine.close()
        self._kept.clear()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


class TransformerFactory:
    """Factory of transformers of one kind, given by `name`."""

    def __init__(self, name, **kwargs):
        self.name = name
        self._make = functools.partial(allocate_transformer, name, **kwargs)

    def __call__(self):
        return self._make()


def transformer_choices():
    """Return the sorted names of the available transformers."""
    choices = _engine.transformer_choices()
    return choices if _engine.mpi_unavailable() else sorted(choices + ["mpi"])


def pass_choices():
    """Return the engine's passes by name, in pipeline order, with one-line descriptions."""
    return _engine.pass_sentences()


def allocate_transformer(name, **kwargs):
    """Create a transformer by name. Raises ValueError for an unknown one, listing the choices."""
    return Transformer(name, **kwargs)


def make_transformer_factory(name, **kwargs):
    """Return a factory of transformers of this name. Raises ValueError for an unknown one."""
    allocate_transformer(name, **kwargs)
    return TransformerFactory(name, **kwargs)


_current_factory = TransformerFactory("cpu")


def set_transformer_factory(factory):
    """Set the factory used by make_transformer, for all threads."""
    global _current_factory
    _current_factory = factory


def make_transformer():
    """Create a transformer with the current factory; default: "cpu"."""
    return _current_factory()
