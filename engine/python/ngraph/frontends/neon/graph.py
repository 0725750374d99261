# SPDX-License-Identifier: Apache-2.0
"""Parts of graphs: ops created by a layer, a model or a section of a program, by name."""
import abc
import contextlib
import functools

import ngraph as ng
from ngraph._engine import neon as _neon
from ngraph.frontends.neon.select import selected
from ngraph.op_graph.op_graph import Op

__all__ = ["ComputationalGraph", "SubGraph", "scope_ops"]


def _within(name, scope):
    """The name relative to a scope; names outside of it are kept."""
    return name.removeprefix(f"{scope}/") if scope else name


def _by_name(ops, scope):
    return {_within(op.name, scope): op for op in ops}


def used_variables(ops):
    """Return the trainable variables that the ops are or use, each once."""
    return list(dict.fromkeys(used for op in ops for used in (op, *op.args) if used.is_trainable))


class _Facts:
    """Queries on a part of a graph, based on its `ops` and the path of its scope."""

    @property
    def variables(self):
        """Trainable variables that the ops are or use, by name within the scope."""
        return _by_name(used_variables(self.ops), self.scope_name)

    @property
    def placeholders(self):
        """Placeholders by name within the scope."""
        return _by_name((op for op in self.ops if op.is_placeholder), self.scope_name)

    @property
    def computations(self):
        """Computation ops by name within the scope."""
        return _by_name((op for op in self.ops if isinstance(op, ng.ComputationOp)),
                        self.scope_name)

    def __iter__(self):
        return iter(self.ops)

    @property
    def scopes(self):
        """The part of each scope: of an inner one by its path within the scope ("a", "a/b"), of
        the scope itself by its whole path.
        """
        found = {}
        for op in self.ops:
            path = op.scope
            while path:
                found.setdefault(path, []).append(op)
                path = None if path == self.scope_name else path.rpartition("/")[0]
        return {_within(path, self.scope_name): _part_of(path, ops) for path, ops in found.items()}

    @property
    def modes(self):
        """The ops with each value of the metadata `mode`, and all ops they depend on."""
        found = {}
        for op in self.ops:
            if "mode" in op.metadata:
                found.setdefault(op.metadata["mode"], []).append(op)
        return {mode: ComputationalGraph(Op.all_op_references(ops)) for mode, ops in found.items()}

    @property
    def inputs(self):
        """Placeholders, and operands from outside of the part, by name."""
        inside = set(self.ops)
        outside = {argument: None for op in self.ops for argument in op.args
                   if argument not in inside and not argument.is_constant
                   and not argument.is_trainable}
        return {**self.placeholders, **_by_name(outside, self.scope_name)}

    @property
    def outputs(self):
        """Values that no op of the part uses, by name."""
        used = {argument for op in self.ops for argument in op.args}
        return _by_name((op for op in self.ops if op not in used and op.has_value
                         and not op.is_persistent), self.scope_name)

    def select(self, css):
        """Return the ops that match a selector; see ngraph.frontends.neon.select."""
        return selected(self.ops, css)

    @property
    def side_effects(self):
        """Ops that change state, by name."""
        return _by_name((op for op in self.ops if op.has_side_effects), self.scope_name)


class SubGraph(_Facts, metaclass=abc.ABCMeta):
    """Named ops, created by methods that scope_op_creation decorates.

    Layers and optimizers are registered as subclasses: their classes are the engine's.
    """

    metadata = {}

    def __init__(self, ops=None, name=None, reuse_scope=True, **kwargs):
        self.ops = list(ops) if ops is not None else []
        self.name = name or type(self).__name__
        self.scope_name = self.name
        self._scope = None

    @property
    def initialized(self):
        """Whether ops have been created."""
        return bool(self.ops)

    def call_in_scope(self, function, *args, **kwargs):
        """Call the function in the scope of this object and add the created ops to `ops`."""
        with ng.name_scope(self._scope or self.name, reuse_scope=self._scope is not None) as path:
            self._scope = self.name
            self.scope_name = path
            with Op.all_ops() as made:
                result = function(*args, **kwargs)
        known = set(self.ops)
        self.ops.extend(op for op in made if op not in known)
        return result

    @staticmethod
    def scope_op_creation(method):
        """Decorate a method: ops it creates belong to the object and carry its metadata."""
        @functools.wraps(method)
        def inside(self, *args, **kwargs):
            with ng.metadata(**type(self).metadata):
                return self.call_in_scope(method, self, *args, **kwargs)
        return inside


def _part_of(path, ops):
    part = SubGraph(ops, name=path)
    part.scope_name = path
    return part


class ComputationalGraph(_Facts):
    """The given ops, or all ops created until the recording ends (close() or end of `with`)."""

    scope_name = ""

    def __init__(self, ops=None):
        self._recording = None
        if ops is not None:
            self._ops = list(ops)
            return
        self._ops = []
        self._recording = Op.all_ops()
        self._made = self._recording.__enter__()

    @property
    def ops(self):
        """Ops, oldest first; while recording, those created so far."""
        if self._recording is not None:
            self._pause()
            self._recording = Op.all_ops()
            self._made = self._recording.__enter__()
        return self._ops

    def _pause(self):
        self._recording.__exit__(None, None, None)
        self._recording = None
        known = set(self._ops)
        self._ops.extend(op for op in self._made if op not in known)

    def close(self):
        """End the recording."""
        if self._recording is not None:
            self._pause()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


@contextlib.contextmanager
def scope_ops(name=None, mode=None, subgraph=None, metadata=None):
    """Context manager: ops created inside are named below `name` and belong to the yielded
    SubGraph, which is `subgraph` if given.

    A name that has been used before names the same scope. The ops carry `mode` and `metadata`.
    """
    part = subgraph if subgraph is not None else SubGraph(name=name)
    values = dict(metadata or {}, **({"mode": mode} if mode else {}))
    with contextlib.ExitStack() as open_scopes:
        if name:
            path = open_scopes.enter_context(ng.name_scope(name, reuse_scope=True))
            if subgraph is None:
                part.scope_name = path
        open_scopes.enter_context(ng.metadata(**values))
        made = open_scopes.enter_context(Op.all_ops())
        yield part
    known = set(part.ops)
    part.ops.extend(op for op in made if op not in known)


def sub_graph_facts(cls):
    """Add the queries of a SubGraph to a class of the engine.

    The class must have `path`, `paths` of all its scopes, and `results` (what it has created so
    far).
    """
    for name in ("placeholders", "computations", "scopes", "modes", "inputs", "outputs",
                 "select", "side_effects", "variables", "__iter__"):
        setattr(cls, name, getattr(_Facts, name))
    cls.scope_name = property(lambda self: self.path, doc="Path of the scope of its ops.")
    cls.ops = property(lambda self: _neon.ops_in_scopes(self.results, self.paths),
                       doc="Ops of its scopes, operands first.")
    cls.metadata = {}
