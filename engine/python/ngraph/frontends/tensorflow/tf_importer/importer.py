# SPDX-License-Identifier: Apache-2.0
"""Entry points of the TensorFlow importer. The package tensorflow is not needed for files."""

import ngraph as ng
from ngraph import _engine


class ImportedGraph:
    """The ops of a graph by name.

    ``inputs`` are placeholders, ``weights`` variables, ``outputs`` the results of the signature or
    of the graph, ``values`` all of these and what lies between. Each is a dict. ``not_imported``
    lists the ops that cannot run, with the reasons; ``collections`` are the graph's, as names.
    """

    def __init__(self, parts):
        self.inputs = parts["inputs"]
        self.outputs = parts["outputs"]
        self.weights = parts["weights"]
        self.values = parts["values"]
        self.not_imported = parts["not_imported"]
        self.collections = parts["collections"]
        self.nodes = set(parts["nodes"])
        self.groups = parts["groups"]
        self.updates = set(parts["updates"])
        self.checkpoint = parts["checkpoint"]
        self.checkpoint_keys = parts["checkpoint_keys"]

    def __getitem__(self, name):
        """The op of an output, an input, a weight or another value."""
        for part in (self.outputs, self.inputs, self.weights, self.values):
            if name in part:
                return part[name]
        raise KeyError(name)


def import_model(model, checkpoint="", signature="", lengths=None):
    """The ops of a graph: a path of a file or SavedModel, the bytes of a graph, or a message.

    ``checkpoint`` holds the values of variables; by default the one beside the file. Nothing lies
    beside bytes or a message. ``signature`` selects one of a SavedModel. ``lengths`` sets open
    dimensions by name; others have length 1.
    """
    if hasattr(model, "SerializeToString"):
        model = model.SerializeToString()
    read = _engine.import_tensorflow
    if isinstance(model, bytes):
        read = _engine.import_tensorflow_bytes
    else:
        model = str(model)
    return ImportedGraph(read(model, str(checkpoint), signature, dict(lengths or {})))


class TFImporter:
    """Imports one graph, then returns handles of its ops."""

    def __init__(self):
        self._graph = None

    def import_protobuf(self, pb_file, verbose=False):
        """Imports a file with a GraphDef, binary or as text."""
        self._set(import_model(pb_file), verbose)

    def import_graph_def(self, graph_def, verbose=False):
        """Imports a GraphDef message."""
        self._set(import_model(graph_def), verbose)

    def import_graph(self, graph, verbose=False):
        """Imports a tf.Graph."""
        self.import_graph_def(graph.as_graph_def(), verbose)

    def import_meta_graph(self, meta_graph, checkpoint_path=None, verbose=False):
        """Imports a file or message with a MetaGraphDef, with variables from a checkpoint."""
        self._set(import_model(meta_graph, checkpoint_path or ""), verbose)

    def get_op_handle(self, tf_op):
        """The op of a tf.Operation or tf.Tensor, or a list of ops for a list."""
        if isinstance(tf_op, (list, tuple)):
            return [self.get_op_handle(each) for each in tf_op]
        return self.get_op_handle_by_name(tf_op.name)

    def get_op_handle_by_name(self, name):
        """The op of a node. None: the node is not imported. Raises KeyError for unknown names."""
        graph = self._imported()
        name = name[:-2] if name.endswith(":0") else name
        if name in graph.values:
            return graph.values[name]
        if name not in graph.nodes and name.rpartition(":")[0] not in graph.nodes:
            raise KeyError(name)
        members = [self.get_op_handle_by_name(each) for each in graph.groups.get(name, ())
                   if each in graph.updates or each in graph.groups]
        members = [each for each in members if each is not None]
        return ng.doall(members) if members else None

    def get_collection_handle(self, collection_name):
        """The ops of a collection, in its order; a list of such lists for a list of names."""
        if isinstance(collection_name, (list, tuple)):
            return [self.get_collection_handle(each) for each in collection_name]
        names = self._imported().collections[collection_name]
        return [self.get_op_handle_by_name(each) for each in names]

    def get_restore_op(self):
        """An op that sets all variables to their values in the checkpoint."""
        graph = self._imported()
        if not graph.checkpoint:
            raise ValueError("the graph was imported without a checkpoint")
        # Weights without a key are constants of the graph.
        keys = {name: graph.checkpoint_keys[name] for name in graph.weights
                if name in graph.checkpoint_keys}
        values = _engine.tensorflow_checkpoint_values(graph.checkpoint, keys)
        for name in keys:
            if name not in values:
                raise ValueError(f"the checkpoint has no value of the variable {name!r}")
        restores = []
        for name, value in values.items():
            variable = graph.weights[name]
            restores.append(ng.assign(variable, ng.constant(value, axes=variable.axes)))
        return ng.doall(restores)

    def _set(self, graph, verbose):
        self._graph = graph
        for reason in graph.not_imported if verbose else ():
            print("ignored:", reason)

    def _imported(self):
        if self._graph is None:
            raise ValueError("import a graph first")
        return self._graph
