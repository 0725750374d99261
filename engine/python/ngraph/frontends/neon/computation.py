# SPDX-License-Identifier: Apache-2.0
"""Computations with named inputs and outputs."""

__all__ = ["BoundComputation", "make_bound_computation"]


class BoundComputation:
    """A computation that takes a dict of arrays and ignores entries it does not need."""

    def __init__(self, transformer, named_outputs, named_inputs):
        self.transformer = transformer
        self.output_names, self.input_names = sorted(named_outputs), sorted(named_inputs)
        self.outputs = {name: named_outputs[name] for name in self.output_names}
        self.inputs = {name: named_inputs[name] for name in self.input_names}
        self._run = transformer.computation(list(self.outputs.values()), *self.inputs.values())

    def __call__(self, fed):
        missing = [name for name in self.input_names if name not in fed]
        if missing:
            raise KeyError(f"no array for {', '.join(missing)}; given: {', '.join(sorted(fed))}")
        results = self._run(*(fed[name] for name in self.input_names))
        return dict(zip(self.output_names, results))

    @property
    def output_keys(self):
        """Sorted names of the outputs."""
        return self.output_names

    def batch_position(self, name):
        """Index of the batch axis of an output; None if it has none."""
        axes = self.outputs[name].axes
        return next((i for i, axis in enumerate(axes) if axis.is_batch), None)


def make_bound_computation(transformer, named_outputs, named_inputs):
    """Return a computation of named outputs, fed by the names of the inputs."""
    return BoundComputation(transformer, named_outputs, named_inputs)
