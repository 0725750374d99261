# SPDX-License-Identifier: Apache-2.0
"""The values that PyTorch computes in a module, and their comparison with the engine's."""

import numpy as np

from ngraph import _engine
from ngraph.frontends.pytorch.modules import (example_lengths, exported, imported,
                                               saved)


class Comparison:
    """What compare_module finds.

    ``rows`` are dicts in the order of computation: "op", "axes", "array" (PyTorch's value),
    "max_abs" and "place" (the largest difference), "relative", "ulps", "cosine", "agrees".
    ``suspects`` are names of ops in which the first divergence may begin. ``not_compared`` are
    names of values of PyTorch without an op of their own: constants, and other names of a value.
    """

    def __init__(self, rows, suspects, not_compared):
        self.rows = rows
        self.suspects = suspects
        self.not_compared = not_compared

    @property
    def first_divergence(self):
        """The row of the first value that differs by more than rounding; None: all agree."""
        return next((row for row in self.rows if not row["agrees"]), None)

    @property
    def agrees(self):
        """Do all values agree?"""
        return self.first_divergence is None

    def __str__(self):
        unequal = [row for row in self.rows if not row["agrees"] or row["max_abs"] > 0]
        lines = [f"{row['op']} {row['axes']}: {row['max_abs']:.3g} absolute, "
                 f"{row['relative']:.3g} relative, {row['ulps']:.3g} ULP"
                 f"{'' if row['agrees'] else ', differs'}" for row in unequal]
        lines.append(f"{len(self.rows)} values compared, "
                     f"{len(self.rows) - len(unequal)} equal to the last bit")
        first = self.first_divergence
        if first:
            lines.append(f"first divergence: {first['op']}")
            lines += [f"its cause may be in: {', '.join(self.suspects)}"] * bool(self.suspects)
        else:
            lines.append("all agree")
        return "\n".join(lines)


def _array(value):
    """None for what is no tensor of numbers. Complex numbers are their parts."""
    import torch  # pylint: disable=import-outside-toplevel

    if isinstance(value, (bool, int, float)):
        return np.asarray(value)
    if isinstance(value, complex) or not isinstance(value, torch.Tensor):
        return None
    value = value.detach().cpu().resolve_conj().resolve_neg()
    if value.is_complex():
        value = torch.view_as_real(value)
    return (value.float() if value.dtype == torch.bfloat16 else value).numpy().copy()


def _lifted_arguments(program, arguments):
    """Of the program's graph, in which weights are arguments, too."""
    import torch  # pylint: disable=import-outside-toplevel

    given = iter(torch.utils._pytree.tree_leaves(arguments))  # pylint: disable=protected-access
    lifted = []
    for spec in program.graph_signature.input_specs:
        if spec.kind.name == "USER_INPUT":
            lifted.append(next(given))
        else:
            held = program.state_dict if spec.target in program.state_dict else program.constants
            lifted.append(held[spec.target].clone())  # a program may change it
    return lifted


def _names(program):
    """The importer's names of values, by node."""
    signature = program.graph_signature
    returned = set(signature.user_outputs)
    weights = {**signature.inputs_to_parameters, **signature.inputs_to_buffers,
               **signature.inputs_to_lifted_tensor_constants}
    names = {node: path.replace(".", "/") for node, path in weights.items()}
    for node in program.graph.nodes:
        modules = list((node.meta.get("nn_module_stack") or {}).values())
        inside = modules and modules[-1][0] and node.name not in returned
        scope = modules[-1][0].replace(".", "/") + "/" if inside else ""
        names.setdefault(node.name, scope + node.name)
    return names


def _values(program, arguments):
    """The arrays of all values that the program computes, and of its arguments, by name."""
    import torch  # pylint: disable=import-outside-toplevel

    values, names = {}, _names(program)

    class Recorder(torch.fx.Interpreter):
        """Keeps each value before another op can change it."""

        def run_node(self, n):
            value = super().run_node(n)
            array = _array(value) if n.op != "output" else None
            if array is not None:
                values[names[n.name]] = array
            return value

    with torch.no_grad():
        Recorder(program.graph_module).run(*_lifted_arguments(program, arguments))
    return values


def _given_or_own(program, example_inputs, example_kwargs):
    """The arguments; without any, those that the program was exported with."""
    if not example_inputs and not example_kwargs and program.example_inputs:
        return program.example_inputs
    return tuple(example_inputs), example_kwargs or {}


def module_values(module, example_inputs=(), example_kwargs=None, *, dynamic_shapes=None):
    """What PyTorch computes for these inputs, op by op: a dict of arrays by name.

    ``numpy.savez(FILE, **module_values(...))`` writes what ``ngraph compare MODEL --right FILE``
    takes, for any model of the module: also one in another format, whose names and axes are
    matched by rules.
    """
    program = imported(exported(module, example_inputs, example_kwargs, dynamic_shapes))[1]
    return _values(program, _given_or_own(program, example_inputs, example_kwargs))


def compare_module(module, example_inputs=(), example_kwargs=None, *, dynamic_shapes=None,
                   transformer="cpu", rtol=1e-5, values=None):
    """Runs what from_module takes in PyTorch and on a transformer: a Comparison op by op.

    A value agrees if it differs by at most ``rtol`` of its size and of the largest element, and
    eight times its own rounding. Variables are compared, too. ``values`` are module_values of
    another device, precision or version of the module; the default are those of this one.
    """
    program = imported(exported(module, example_inputs, example_kwargs, dynamic_shapes))[1]
    arguments = _given_or_own(program, example_inputs, example_kwargs)
    values = _values(program, arguments) if values is None else dict(values)
    with saved(program) as path:
        rows, suspects = _engine.compare_model(path, example_lengths(program), values, transformer,
                                               rtol)
    inputs = set(program.graph_signature.user_inputs)
    compared = {row["array"] for row in rows} | inputs
    return Comparison(rows, suspects, [name for name in values if name not in compared])
