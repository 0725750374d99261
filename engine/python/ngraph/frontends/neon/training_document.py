# SPDX-License-Identifier: Apache-2.0
"""Writes what a program trains as a document, with a plan that trains it on a part of its data."""
import os

import numpy as np

from ngraph._engine import neon as _neon
from ngraph.documents import save_document

__all__ = ["write_training_document"]

_SAMPLES = {"train": 256, "valid": 64}  # most samples that are stored for each part


def _stored(array):
    """The array in the smallest type that holds its values."""
    array = np.asarray(array)
    if array.dtype.kind in "iub" or np.array_equal(array, np.round(array)):
        for kind in (np.uint8, np.int16, np.int32):
            if array.size and np.array_equal(array.astype(kind), array):
                return array.astype(kind)
    return array.astype(np.float32)


def _samples(batches, inputs, count):
    """The first samples of the batches, by name: at least one batch, at most about `count`. An
    array without samples has one row per batch.
    """
    batches.reset()
    rows = {name: [] for name in inputs}
    for _ in range(max(1, min(count // batches.batch_size, batches.nbatches))):
        batch = next(batches, None)
        if batch is None:
            break
        for name in inputs:
            rows[name].append(np.array(batch[name]))
    batches.reset()
    return {name: _stored((np.concatenate if op.axes.batch_axis() else np.stack)(rows[name]))
            for name, op in inputs.items()}


class _Call:
    """A computation of one output, with the inputs that it reads."""

    def __init__(self, output, inputs):
        self.output = output
        below = set(_neon.ops_below([output]))
        self.inputs = {name: op for name, op in inputs.items() if op in below}

    @property
    def parts(self):
        """Results and parameters."""
        return [self.output], list(self.inputs.values())

    def bindings(self, source):
        """The source of each input."""
        return [{"placeholder": op.name,
                 **({"schedule": "iteration"} if name == "iteration" else source(name))}
                for name, op in self.inputs.items()]


def _stored_sources(path, sets, inputs):
    """Write samples to an .npz file next to the document; return the source of an array of a part.
    """
    arrays = {f"{part}.{name}": array for part, batches in sets.items()
              for name, array in _samples(batches, inputs, _SAMPLES[part]).items()}
    file = f"{os.path.splitext(path)[0]}.npz"
    np.savez_compressed(file, **arrays)
    return lambda part, name: {"file": os.path.basename(file), "array": f"{part}.{name}"}


def write_training_document(path, train_set, valid_set, inputs, train_outputs, eval_outputs,
                            title="", description="", data_set=None, epochs=None):
    """Write a document with the computation `update`, which makes a step of training, and one
    computation per evaluated output.

    Samples of the batches are stored in an .npz file next to the document, unless `data_set` names
    a set of the engine ("cifar10") with the parts train and test and arrays of the names of the
    inputs. Default epochs: 10 of a set of the engine, 50 of stored samples.
    """
    if data_set:
        parts = {"train": "train", "valid": "test"}

        def source(part, name):
            return {"data": f"{data_set}.{parts[part]}.{name}"}
    else:
        fed = {name: op for name, op in inputs.items() if name != "iteration"}
        source = _stored_sources(path, {"train": train_set, "valid": valid_set}, fed)
    training = _Call(train_outputs["batch_cost"].named("batch_cost"), inputs)
    computations = {"update": training.parts}
    evaluations, plots = [], [{"series": "batch_cost", "title": "cost", "x_title": "iteration",
                               "y_title": "mean cost of the batch"}]
    for name, value in eval_outputs.items():
        call = _Call(value.named(name), inputs)
        computations[f"evaluate_{name}"] = call.parts
        evaluations.append({"name": name, "computation": f"evaluate_{name}", "batches": 0,
                            "bindings": call.bindings(lambda each: source("valid", each))})
        plots.append({"series": name, "x_title": "epoch", "y_title": f"mean {name}"})
    plan = {"computation": "update", "epochs": epochs or (10 if data_set else 50), "batches": 0,
            "bindings": training.bindings(lambda each: source("train", each)),
            "evaluations": evaluations, "plots": plots}
    if data_set:
        plan["data"] = [{"name": data_set, "generator": data_set, "seed": 0, "shuffle": 0}]
    save_document(path, computations, plan, title, description)
