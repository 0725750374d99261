# SPDX-License-Identifier: Apache-2.0
"""Finds the op where a training became non-finite."""
import numpy as np

from ngraph._engine import neon as _neon

# Limits for kept batches, which are repeated to find the op: number and total bytes (at least one
# batch).
_MOST_BATCHES, _MOST_BYTES = 32, 64 << 20


class LastBatches:
    """The last batches of a bound computation, and the state before the first of them."""

    def __init__(self, computation):
        self.computation = computation
        self._outputs = list(computation.outputs.values())
        self._state, self._batches, self._bytes = {}, [], 0

    def keep(self, batch):
        """Keep a batch. Call before the batch is run."""
        size = sum(np.asarray(batch[name]).nbytes for name in self.computation.input_names)
        self._bytes += size
        if not self._batches or len(self._batches) == _MOST_BATCHES or self._bytes > _MOST_BYTES:
            transformer = self.computation.transformer
            self._state = {op: transformer.get_tensor_view_value(op)
                           for op in _neon.state_below(self._outputs)}
            self._batches, self._bytes = [], size
        self._batches.append(batch)

    def first_non_finite(self):
        """Describe the first non-finite value of the last batch; None if there is none.

        Repeats the batches; afterwards the state is that before the last batch.
        """
        transformer = self.computation.transformer
        for op, value in self._state.items():
            transformer.set_tensor_view_value(op, value)
        for batch in self._batches[:-1]:
            self.computation(batch)
        batch = self._batches[-1]
        for name in self.computation.input_names:
            if not np.isfinite(np.asarray(batch[name], np.float64)).all():
                return f"the array {name!r} of the batch"
        return self._first_op(transformer, batch)

    def _first_op(self, transformer, batch):
        ops = [op for op in _neon.ops_below(self._outputs)
               if op.has_value and op.dtype.kind == "f" and not op.is_sequencing_op
               and not op.is_placeholder]
        run = transformer.computation(ops, *self.computation.inputs.values())
        values = run(*(batch[name] for name in self.computation.input_names))
        return next((repr(op) for op, value in zip(ops, values) if not np.isfinite(value).all()),
                    None)
