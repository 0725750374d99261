# SPDX-License-Identifier: Apache-2.0
"""Algebraic simplification with scalar constants, as a Python pass.

Compilation does the same in the pass `simplify`; this pass is for programs that inspect ops, or run
it before their own passes.
"""
import numpy as np

import ngraph as ng
from ngraph.transformers.passes.passes import PeepholeGraphPass
from ngraph.util.generics import generic_method

__all__ = ["SimplePrune"]


def _scalar(op):
    """Return the value of a constant whose elements are all equal; None for other ops."""
    while isinstance(op, ng.BroadcastOp):
        op = op.args[0]
    if not op.is_constant:
        return None
    values = np.asarray(op.const)
    return values.flat[0] if values.size and (values == values.flat[0]).all() else None


def _may_be_assigned(op):
    """Is it state, or a view of state? Its value is that of the time when it is read."""
    while len(op.args) == 1:
        op = op.args[0]
    return op.is_persistent and not op.is_constant and not op.is_placeholder


def _like(op, value):
    return ng.constant(value, axes=op.axes, dtype=op.dtype)


class SimplePrune(PeepholeGraphPass):
    """Simplify -c, x*0, x*1, x*-1, x+0, sums and products of a constant, log(exp u), log(exp(u)/z).

    x*0 becomes 0 even where x is not finite. Ops whose value would get another type, or be read
    after an assignment, are kept.
    """

    def replace_op(self, op, replacement):
        """Replace the op unless that changes its type."""
        if replacement.dtype == op.dtype:
            super().replace_op(op, replacement)

    @generic_method(dispatch_base_type=ng.Op)
    def visit(self, op, *args):
        pass

    @visit.on_type(ng.NegativeOp)
    def visit(self, op, x):
        value = _scalar(x)
        if value is not None:
            self.replace_op(op, _like(op, -value))

    @visit.on_type(ng.Multiply)
    def visit(self, op, x, y):
        for value, other in ((_scalar(x), y), (_scalar(y), x)):
            if value == 0:
                return self.replace_op(op, _like(op, 0))
            if value == 1 and not _may_be_assigned(other):
                return self.replace_op(op, ng.broadcast(other, op.axes))
            if value == -1:
                return self.replace_op(op, ng.broadcast(ng.negative(other), op.axes))
        return None

    @visit.on_type(ng.Add)
    def visit(self, op, x, y):
        for value, other in ((_scalar(x), y), (_scalar(y), x)):
            if value == 0 and not _may_be_assigned(other):
                return self.replace_op(op, ng.broadcast(other, op.axes))
        return None

    @visit.on_type(ng.Sum)
    def visit(self, op, x):
        value = _scalar(x)
        if value is not None:
            self.replace_op(op, _like(op, value * (x.axes.size // max(op.axes.size, 1))))

    @visit.on_type(ng.Prod)
    def visit(self, op, x):
        value = _scalar(x)
        if value is not None:
            self.replace_op(op, _like(op, value ** (x.axes.size // max(op.axes.size, 1))))

    @visit.on_type(ng.LogOp)
    def visit(self, op, x):
        if isinstance(x, ng.ExpOp):
            if x.dtype == op.dtype and not _may_be_assigned(x.args[0]):
                self.replace_op(op, x.args[0])
        elif isinstance(x, ng.Divide) and isinstance(x.args[0], ng.ExpOp):
            if x.args[0].dtype == op.dtype:
                self.replace_op(op, x.args[0].args[0] - ng.log(x.args[1]))
