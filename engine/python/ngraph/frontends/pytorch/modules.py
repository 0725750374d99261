# SPDX-License-Identifier: Apache-2.0
"""PyTorch modules of the user's process, exported by torch.export and imported as ops."""

import contextlib
import os
import tempfile

from ngraph import _engine
from ngraph.frontends.onnx.onnx_importer.importer import import_model, load_model


def _ops_of(program):
    """The ops that a program calls, also in its inner graphs."""
    import torch  # pylint: disable=import-outside-toplevel

    graphs = (module.graph for module in program.graph_module.modules()
              if isinstance(module, torch.fx.GraphModule))
    return {node.target for graph in graphs for node in graph.nodes
            if isinstance(node.target, torch._ops.OpOverload)}  # pylint: disable=protected-access


def _of_imported_ops(program, refused=frozenset()):
    """The program with composite ops decomposed, unless the importer takes them whole; those of
    ``refused`` always."""
    import torch  # pylint: disable=import-outside-toplevel

    imported = {op for op in _ops_of(program)
                if op not in refused and _engine.imports_pytorch_op(str(op))}
    if imported == _ops_of(program):
        return program
    table = torch.export.default_decompositions()
    for op in imported:
        table.pop(op, None)
    return program.run_decompositions(table)


@contextlib.contextmanager
def _no_grad_kept(program):
    """While it holds, results of torch.no_grad() are detached; decomposing drops the no_grad."""
    import torch  # pylint: disable=import-outside-toplevel

    graph = program.graph
    results = [result for node in graph.nodes
               if str(node.target) == "wrap_with_set_grad_enabled" and node.args[0] is False
               for result in node.users]
    added = []
    for result in results:
        with graph.inserting_after(result):
            detached = graph.call_function(torch.ops.aten.detach.default, (result,))
        detached.meta = dict(result.meta)
        result.replace_all_uses_with(
            detached, lambda user, own=detached: user is not own and user.op != "output")
        added.append((result, detached))
    try:
        yield
    finally:
        for result, detached in added:
            detached.replace_all_uses_with(result)
            graph.erase_node(detached)


def exported(module, example_inputs, example_kwargs, dynamic_shapes):
    """An exported program without ops that change their operands, and of ops that are imported."""
    import torch  # pylint: disable=import-outside-toplevel

    if isinstance(module, torch.export.ExportedProgram):
        program = module
    else:
        program = torch.export.export(module, tuple(example_inputs), example_kwargs,
                                      dynamic_shapes=dynamic_shapes)
    with _no_grad_kept(program):
        decomposed = program.run_decompositions({})
    return _of_imported_ops(decomposed)


def imported(program, lengths=None, values=None):
    """The ImportedModel of an exported program, and the program, in which composite ops are
    decomposed that the importer takes in another form only."""
    import torch  # pylint: disable=import-outside-toplevel

    table, decomposed = torch.export.default_decompositions(), set()
    while True:
        with saved(program) as path:
            model = import_model(path, {**example_lengths(program), **(lengths or {})}, values)
        names = {reason.split(":")[0] for reason in model.not_imported}
        refused = {op for op in _ops_of(program) if str(op) in names and op in table}
        if refused <= decomposed:
            return model, program
        del model  # whose ops have the names of the next one's
        decomposed |= refused
        program = _of_imported_ops(program, decomposed)


def example_lengths(program):
    """By symbol: the lengths that open dimensions have in the example inputs."""
    import torch  # pylint: disable=import-outside-toplevel

    lengths = {}
    for node in program.graph.find_nodes(op="placeholder"):
        for length in getattr(node.meta.get("val"), "shape", ()):
            if isinstance(length, torch.SymInt) and length.node.hint is not None:
                lengths[str(length)] = int(length.node.hint)
    return lengths


@contextlib.contextmanager
def saved(program):
    """The path of a file with the program, whose weights are read as long as something needs them.

    The file has no name any more afterwards; open ones stay readable.
    """
    import torch  # pylint: disable=import-outside-toplevel

    handle, path = tempfile.mkstemp(suffix=".pt2")
    os.close(handle)
    try:
        torch.export.save(program, path)
        yield path
    finally:
        os.unlink(path)


def from_module(module, example_inputs=(), example_kwargs=None, *, dynamic_shapes=None,
                lengths=None, values=None):
    """The ops of a PyTorch module, as an ImportedModel.

    ``module`` is a torch.nn.Module, which is exported in its mode, or an ExportedProgram. After
    train(), dropout drops elements, and batch normalisation takes the statistics of the batch and
    gives the module's new values (``updates``). ``example_inputs``, ``example_kwargs`` and
    ``dynamic_shapes`` are those of torch.export.export.

    Ops have the paths of their modules as scopes and know the line of the user's program.
    ``weights`` are by the names of module.state_dict(), which has a shared weight under several;
    they start with the module's values, and training does not change the module. Open dimensions
    have the lengths of the example inputs, but for those that ``lengths`` gives by symbol;
    ``values`` are as in import_model.
    """
    program = exported(module, example_inputs, example_kwargs, dynamic_shapes)
    return imported(program, lengths, values)[0]


def load_module(module, example_inputs=(), example_kwargs=None, *, dynamic_shapes=None,
                transformer="cpu", kept=4):
    """A LoadedModel of what from_module takes, which is called with arrays."""
    program = exported(module, example_inputs, example_kwargs, dynamic_shapes)
    with saved(imported(program)[1]) as path:
        return load_model(path, transformer, kept)
