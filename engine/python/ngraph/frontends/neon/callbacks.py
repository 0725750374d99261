# SPDX-License-Identifier: Apache-2.0
"""Training loops and the callbacks that they call in each phase."""
import enum
import inspect
import time

import numpy as np

from ngraph.frontends.neon.callback_data import CallbackData
from ngraph.frontends.neon.computation import BoundComputation
from ngraph.frontends.neon.non_finite import LastBatches
from ngraph.frontends.neon.progress import Progress

__all__ = ["Callback", "CallbackContainer", "CallbackPhase", "LossCallback", "ProgressCallback",
           "RunTimerCallback", "StopAtNonFinite", "TrainCostCallback", "TrainLoggerCallback",
           "loop_eval", "loop_train", "make_default_callbacks"]


class CallbackPhase(enum.Enum):
    """Phases in the order of a loop; an interval is `frequency` batches."""

    train_pre_ = 1
    train_post = 2
    interval_pre_ = 3
    interval_post = 4
    minibatch_pre_ = 5
    minibatch_post = 6


class Callback:
    """Base class of callbacks. Subclasses override __call__.

    `data` is the batch and `idx` its index, counted from 0. The older signature without the
    transformer, __call__(self, callback_data, phase, data, idx), is also supported.
    """

    def __call__(self, transformer, callback_data, phase, data, idx):
        raise NotImplementedError(f"{type(self).__name__} needs a method "
                                  "__call__(self, transformer, callback_data, phase, data, idx)")


class TrainCostCallback(Callback):
    """Run the training computation on each batch and record its cost as "cost/train"."""

    def __init__(self, computation):
        self.computation = computation

    def __call__(self, transformer, callback_data, phase, data, idx):
        if phase is CallbackPhase.train_pre_:
            total = callback_data["config"].attrs["total_iterations"]
            callback_data.create_dataset("cost/train", (total,))
            callback_data["cost/train"].attrs["time_markers"] = "minibatch"
        elif phase is CallbackPhase.minibatch_post:
            if idx >= len(callback_data["cost/train"]):
                raise ValueError("the training set has more batches than the total_iterations of "
                                 f"the callbacks, {len(callback_data['cost/train'])}")
            callback_data["cost/train"][idx] = float(np.mean(self.computation(data)["batch_cost"]))


class StopAtNonFinite(Callback):
    """Stop training at a non-finite cost.

    Raises FloatingPointError, which names the iteration and the op with the first non-finite value.
    """

    def __init__(self, computation):
        bound = isinstance(computation, BoundComputation)
        self.batches = LastBatches(computation) if bound else None

    def __call__(self, transformer, callback_data, phase, data, idx):
        if phase is CallbackPhase.minibatch_pre_ and self.batches:
            self.batches.keep(data)
        if phase is not CallbackPhase.minibatch_post:
            return
        cost = callback_data["cost/train"][idx]
        if np.isfinite(cost):
            return
        origin = self.batches.first_non_finite() if self.batches else None
        raise FloatingPointError(
            f"the cost of iteration {idx + 1} is {cost}\n"
            + (f"  where: first in {origin}\n" if origin else "")
            + "  do: lower the learning rate, or clip gradients (gradient_clip_norm)")


class TrainLoggerCallback(Callback):
    """Print the mean cost of each interval."""

    def __init__(self, frequency):
        self.frequency = frequency

    def __call__(self, transformer, callback_data, phase, data, idx):
        if phase is CallbackPhase.interval_post:
            costs = callback_data["cost/train"][idx + 1 - self.frequency:idx + 1]
            print(f"Interval {idx // self.frequency + 1} Iteration {idx + 1} complete.  "
                  f"Avg Train cost: {float(np.mean(costs))}", flush=True)


class LossCallback(Callback):
    """Evaluate after each interval: "cost/<output>" for each output, "time/loss" in seconds."""

    def __init__(self, frequency, dataset, computation):
        self.frequency, self.dataset, self.computation = frequency, dataset, computation

    def __call__(self, transformer, callback_data, phase, data, idx):
        if phase is not CallbackPhase.interval_post:
            return
        started = time.time()
        losses = loop_eval(self.dataset, self.computation)
        seconds = time.time() - started
        intervals = callback_data["config"].attrs["total_iterations"] // self.frequency
        for name, value in dict({f"cost/{name}": value for name, value in losses.items()},
                                **{"time/loss": seconds}).items():
            if name not in callback_data:
                callback_data.create_dataset(name, (intervals,))
            callback_data[name][idx // self.frequency] = value
        shown = ", ".join(f"{name}: {value}" for name, value in losses.items())
        print(f"Interval {idx // self.frequency + 1} Iteration {idx + 1} complete.  "
              f"Eval losses: {shown}", flush=True)


class RunTimerCallback(Callback):
    """Record "time/train/start_time" and "time/train/end_time" in seconds since 1970."""

    def __call__(self, transformer, callback_data, phase, data, idx):
        if phase is CallbackPhase.train_pre_:
            for name in ("start_time", "end_time"):
                callback_data.create_dataset(f"time/train/{name}", (1,))
            callback_data["time/train/start_time"][0] = time.time()
        elif phase is CallbackPhase.train_post:
            callback_data["time/train/end_time"][0] = time.time()


class ProgressCallback(Callback):
    """Show a progress line with the last cost."""

    def __init__(self):
        self.progress = None

    def __call__(self, transformer, callback_data, phase, data, idx):
        if phase is CallbackPhase.train_pre_:
            self.progress = Progress(callback_data["config"].attrs["total_iterations"])
        elif phase is CallbackPhase.minibatch_post:
            self.progress.show(idx + 1, callback_data["cost/train"][idx])
        elif phase is CallbackPhase.interval_pre_ or phase is CallbackPhase.train_post:
            self.progress.clear()


class CallbackContainer:
    """Callbacks in their order, and the data they record."""

    def __init__(self, transformer, output_file, frequency, total_iterations, callbacks=()):
        if frequency < 1 or frequency != int(frequency):
            raise ValueError(f"frequency must be a number of batches, 1 or more, not {frequency}")
        self.transformer, self.frequency = transformer, frequency
        self.callbacks = list(callbacks)
        self._older = {}
        self.callback_data = CallbackData(output_file, total_iterations, frequency)

    def append(self, callback):
        """Add a callback at the end."""
        self.callbacks.append(callback)

    def insert(self, index, callback):
        """Insert a callback at this index."""
        self.callbacks.insert(index, callback)

    def __iter__(self):
        return iter(self.callbacks)

    def __call__(self, phase, data=None, idx=None):
        for callback in self.callbacks:
            arguments = (self.callback_data, phase, data, idx)
            callback(*(arguments if self._is_older(callback) else (self.transformer,) + arguments))

    def _is_older(self, callback):
        if id(callback) not in self._older:
            self._older[id(callback)] = len(inspect.signature(callback).parameters) == 4
        return self._older[id(callback)]


def make_default_callbacks(transformer=None, output_file=None, frequency=1, train_computation=None,
                           total_iterations=0, eval_set=None, loss_computation=None,
                           use_progress_bar=True):
    """Return a container with the usual callbacks.

    These record the training cost, print a line per interval, evaluate eval_set if given, and show
    a progress line.

    Parameters
    ----------
    output_file : str, optional
        File for the recorded data: HDF5 if h5py is installed and the name does not end in .npz,
        else npz. Default: no file.
    """
    if train_computation is None or not total_iterations:
        raise ValueError("train_computation and total_iterations are required")
    if (eval_set is None) != (loss_computation is None):
        raise ValueError("eval_set and loss_computation must be given together")
    callbacks = [TrainCostCallback(train_computation), StopAtNonFinite(train_computation),
                 RunTimerCallback()]
    if use_progress_bar:
        callbacks.append(ProgressCallback())
    callbacks.append(TrainLoggerCallback(frequency))
    if eval_set is not None:
        callbacks.append(LossCallback(frequency, eval_set, loss_computation))
    owner = transformer if transformer is not None else train_computation.transformer
    return CallbackContainer(owner, output_file, frequency, total_iterations, callbacks)


def loop_train(dataset, computation, callbacks):
    """Call the callbacks in each phase for each batch of the data; one of them runs the
    computation.

    Recorded data is written even if the loop fails.
    """
    del computation  # run by TrainCostCallback
    try:
        callbacks(CallbackPhase.train_pre_)
        for idx, data in enumerate(dataset):
            if idx % callbacks.frequency == 0:
                callbacks(CallbackPhase.interval_pre_, data, idx)
            callbacks(CallbackPhase.minibatch_pre_, data, idx)
            callbacks(CallbackPhase.minibatch_post, data, idx)
            if (idx + 1) % callbacks.frequency == 0:
                callbacks(CallbackPhase.interval_post, data, idx)
        callbacks(CallbackPhase.train_post)
    finally:
        callbacks.callback_data.write()


def loop_eval(dataset, computation):
    """Return the mean of each output over exactly the samples of the data.

    Samples that wrap around in the last batch do not count. Outputs without a batch axis count once
    per batch.
    """
    dataset.reset()
    sums, counts, left = {}, {}, dataset.ndata
    for data in dataset:
        own = min(left, dataset.batch_size)
        for name, value in computation(data).items():
            value = np.asarray(value, np.float64)
            batch = computation.batch_position(name)
            if batch is not None:
                value = np.moveaxis(value, batch, 0)[:own]
            sums[name] = sums.get(name, 0.0) + value.sum()
            counts[name] = counts.get(name, 0) + value.size
        left -= own
        if left <= 0:
            break
    return {name: sums[name] / counts[name] for name in sums}
