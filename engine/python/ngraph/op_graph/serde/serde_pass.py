# SPDX-License-Identifier: Apache-2.0
"""Graph pass that writes the graphs that a transformer compiles."""
import os
import tempfile

from ngraph.op_graph.serde.serde import serialize_graph

__all__ = ["SerializationPass"]


class SerializationPass:
    """do_pass writes the graph of the ops to a new file whose path starts with fname_prefix."""

    def __init__(self, fname_prefix):
        self.fname_prefix = fname_prefix
        self.path = None

    def do_pass(self, ops, **kwargs):
        """Write the file; sets `path`."""
        folder, prefix = os.path.split(self.fname_prefix)
        handle, self.path = tempfile.mkstemp(prefix=prefix, suffix=".serialized", dir=folder or None)
        with os.fdopen(handle, "wb") as file:
            file.write(serialize_graph(ops))
