# SPDX-License-Identifier: Apache-2.0
"""Base classes of passes written in Python.

    class NoDoubleNegation(PeepholeGraphPass):
        @generic_method(dispatch_base_type=ng.Op)
        def visit(self, op, *args):
            pass

        @visit.on_type(ng.NegativeOp)
        def visit(self, op, x):
            if isinstance(x, ng.NegativeOp):
                self.replace_op(op, x.args[0])

    transformer.register_graph_pass(NoDoubleNegation())
"""
from ngraph import _engine

__all__ = ["GraphPass", "PeepholeGraphPass", "SimplePrune"]

# Replacements made by passes that programs call directly, by op id.
_forwarded = {}


def _forward(op):
    """Return the op's replacement by the last pass called on it, or the op itself."""
    while op.id in _forwarded and _forwarded[op.id].id != op.id:
        op = _forwarded[op.id]
    return op


_engine.Op.forwarded = property(_forward, doc=_forward.__doc__)


def __getattr__(name):
    # Imported lazily: it uses ops of ngraph, which is still being imported here.
    if name == "SimplePrune":
        from ngraph.transformers.passes.simple_prune import SimplePrune
        return SimplePrune
    raise AttributeError(f"module {__name__} has no attribute {name}")


class GraphPass:
    """Replaces ops of a graph: do_pass inspects the ops and calls replace_op."""

    def do_pass(self, ops, **kwargs):
        """Process the graph that ends in `ops`."""
        raise NotImplementedError(f"{type(self).__name__} needs a do_pass")

    def begin_pass(self, **kwargs):
        """Called before do_pass."""

    def end_pass(self, **kwargs):
        """Called after do_pass."""

    def wrapped_do_pass(self, ops, **kwargs):
        """Run the pass directly, with begin_pass and end_pass; `forwarded` returns the replacement
        of each of `ops` afterwards.
        """
        for op in ops:
            _forwarded[op.id] = self.rewritten(op)

    def replace_op(self, op, replacement):
        """Replace `op` by `replacement`, which must have the same axes."""
        self._replacements[op.id] = replacement

    def op_arg(self, op, n):
        """Return the n-th operand."""
        return op.args[n]

    def op_args(self, op):
        """Return all operands."""
        return op.args

    def rewritten(self, root):
        """Return the graph of `root` after the pass."""
        self._replacements = {}
        self.begin_pass()
        self.do_pass([root])
        self.end_pass()
        if not self._replacements:
            return root
        return _engine.rewrite(root, lambda op: self._replacements.get(op.id))


class PeepholeGraphPass(GraphPass):
    """Visits every op, operands first, until a round replaces none."""

    most_rounds = 100

    def visit(self, op, *args):
        """Inspect one op and its operands. Override it, for instance with generic_method."""

    def do_pass(self, ops, **kwargs):
        """Run the pass directly, see wrapped_do_pass."""
        self.wrapped_do_pass(ops, **kwargs)

    def _visited(self, op):
        self._replacements = {}
        self.visit(op, *op.args)
        replacement = self._replacements.get(op.id)
        self._changed = self._changed or replacement is not None
        return replacement

    def rewritten(self, root):
        """Return the graph of `root` after all rounds. Raises RuntimeError if they do not end."""
        self.begin_pass()
        for _ in range(self.most_rounds):
            self._changed = False
            root = _engine.rewrite(root, self._visited)
            if not self._changed:
                self.end_pass()
                return root
        raise RuntimeError(f"{type(self).__name__} still replaces ops after {self.most_rounds} "
                           "rounds; replacements must not be replaced endlessly")
