# SPDX-License-Identifier: Apache-2.0
"""A pass that draws the graph by Graphviz. Use the workbench for large graphs."""
import os
import shutil
import subprocess
import tempfile
import webbrowser

from ngraph import _engine
from ngraph.transformers.passes.passes import GraphPass

__all__ = ["VizPass"]


def _quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class VizPass(GraphPass):
    """Draws the graph of each compiled computation.

    The pass writes a Graphviz file in a new folder and prints its path (`path`). If the program
    `dot` is installed, it also makes a picture, whose path is printed instead.

    Parameters
    ----------
    subgraph_attr : str, optional
        Metadata by which ops are grouped, such as "layer_type".
    show_axes : bool
        Show the axes of each op.
    show_metadata : str, optional
        Metadata to show for each op that has it.
    show_all_metadata : bool
        Show all metadata of each op.
    view : bool
        Open the picture.
    """

    def __init__(self, subgraph_attr=None, show_axes=False, show_metadata=None,
                 show_all_metadata=False, view=True):
        self.subgraph_attr = subgraph_attr
        self.show_axes = show_axes
        self.show_metadata = show_metadata
        self.show_all_metadata = show_all_metadata
        self.view = view
        self.path = None

    def do_pass(self, ops, **kwargs):
        folder = tempfile.mkdtemp(prefix="ngraph_")
        self.path = os.path.join(folder, "graph.dot")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(self.dot(ops))
        program = shutil.which("dot")
        if program:
            picture = os.path.join(folder, "graph.svg")
            subprocess.run([program, "-Tsvg", self.path, "-o", picture], check=True)
            self.path = picture
            if self.view:
                webbrowser.open(f"file://{picture}")
        print(f"the graph is in {self.path}")
        return ops

    def dot(self, ops):
        """Return the graph that ends in `ops` in Graphviz's language."""
        every = _engine.ordered_ops(list(ops))
        groups = {}
        for op in every:
            group = op.metadata.get(self.subgraph_attr)
            groups.setdefault(group if group is None else str(group), []).append(op)
        lines = ["digraph {", "node [shape=box]"]
        for number, (group, members) in enumerate(groups.items()):
            nodes = [f"{op.id} [label={_quoted(self._label(op))}]" for op in members]
            if group is not None:
                nodes = [f"subgraph cluster_{number} {{", f"label={_quoted(group)}", *nodes, "}"]
            lines += nodes
        lines += [f"{operand.id} -> {op.id}" for op in every for operand in op.args]
        return "\n".join([*lines, "}", ""])

    def _label(self, op):
        shown = [op.name]
        if self.show_axes and op.has_value:
            shown.append(", ".join(axis.name if axis.length is None
                                   else f"{axis.name}: {axis.length}" for axis in op.axes))
        if self.show_all_metadata:
            shown += [f"{key}={value}" for key, value in op.metadata.items()]
        elif self.show_metadata in op.metadata:
            shown.append(str(op.metadata[self.show_metadata]))
        return "\n".join(shown)
