# SPDX-License-Identifier: Apache-2.0
"""A pass that writes the graph for TensorBoard."""
from ngraph.op_graph.tensorboard.tensorboard import TensorBoard
from ngraph.transformers.passes.passes import GraphPass

__all__ = ["TensorBoardPass"]


class TensorBoardPass(GraphPass):
    """Adds the graph of each compiled computation to a new run in the folder `logdir`."""

    def __init__(self, logdir):
        self.logdir = logdir

    def do_pass(self, ops, **kwargs):
        TensorBoard(self.logdir).add_graph(ops)
        return ops
