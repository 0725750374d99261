# SPDX-License-Identifier: Apache-2.0
"""Graph pass that writes the graphs that a transformer compiles."""
import os
import tempfile

from ngraph.op_graph.serde.serde import serialize_graph

__all__ = ["SerializationPass"]


class SerializationPass:
    """do_pass writes the graph of the ops to `tmpfile`, whose path starts with fname_prefix."""

    def __init__(self, fname_prefix):
        folder, prefix = os.path.split(fname_prefix)
        self.fname_prefix = fname_prefix
        self.tmpfile = tempfile.NamedTemporaryFile(
            prefix=prefix, suffix=".serialized", dir=folder or None, delete=False)
        self.tmpfile.close()

    @property
    def path(self):
        """Path of the file."""
        return self.tmpfile.name

    def do_pass(self, ops, *args, **kwargs):
        """Write the file."""
        with open(self.path, "wb") as file:
            file.write(serialize_graph(ops))
