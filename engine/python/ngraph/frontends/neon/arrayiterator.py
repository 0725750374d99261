# SPDX-License-Identifier: Apache-2.0
"""Batches of arrays: dicts of arrays by name, one after the other."""
import numpy as np

import ngraph as ng
from ngraph.frontends.neon.axis import ax

__all__ = ["ArrayIterator", "SequentialArrayIterator"]


def _arrays_of(data_arrays):
    """Values and axis names of what a user gives: arrays by name, or {'data', 'axes'} by name."""
    if not isinstance(data_arrays, dict):
        raise ValueError(f"data are arrays by name, a dict, not {type(data_arrays).__name__}")
    arrays, axes = {}, {}
    for name, given in data_arrays.items():
        parts = given if isinstance(given, dict) else {"data": given}
        arrays[name] = np.asarray(parts["data"])
        axes[name] = parts.get("axes")
    if not arrays:
        raise ValueError("data hold no arrays")
    counts = {name: len(array) for name, array in arrays.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(f"arrays have different numbers of samples: {counts}")
    return arrays, axes


class ArrayIterator:
    """Batches of samples along the first axis; the last batch of an epoch wraps to the front.

    data_arrays: by name an array, or {"data": array, "axes": names of its axes}.
    total_iterations: how many batches it gives, by default one epoch.
    shuffle: another order in each epoch, from NumPy's global generator.
    """

    def __init__(self, data_arrays, batch_size, total_iterations=None, tgt_key=None, shuffle=False):
        self.data_arrays, self.axis_names = _arrays_of(data_arrays)
        self.keys = list(self.data_arrays)
        self.ndata = len(self.data_arrays[self.keys[0]])
        self.batch_size, self.tgt_key, self.shuffle = batch_size, tgt_key, shuffle
        if self.ndata < batch_size:
            raise ValueError(f"{self.ndata} samples are fewer than a batch of {batch_size}")
        self.nbatches = -(-self.ndata // batch_size)
        self.total_iterations = self.nbatches if total_iterations is None else total_iterations
        self._order = np.arange(self.ndata)
        self.index = 0

    def make_placeholders(self, include_iteration=False):
        """Placeholders by name, (N, rest...); "iteration", without axes, if asked for."""
        ax.N.length = self.batch_size
        placeholders = {name: ng.placeholder(self._axes_of(name)).named(name) for name in self.keys}
        if include_iteration:
            placeholders["iteration"] = ng.placeholder(()).named("iteration")
        return placeholders

    def _axes_of(self, name):
        lengths, names = self.data_arrays[name].shape[1:], self.axis_names[name]
        rest = [ng.make_axis(length, name=names[i + 1] if names else None)
                for i, length in enumerate(lengths)]
        return ng.make_axes([ax.N] + rest)

    def reset(self):
        """From the first batch again."""
        self.index = 0

    def __iter__(self):
        while self.index < self.total_iterations:
            first = self.index % self.nbatches * self.batch_size
            if self.shuffle and first == 0:
                np.random.shuffle(self._order)
            samples = self._order.take(np.arange(first, first + self.batch_size), mode="wrap")
            batch = {name: array[samples] for name, array in self.data_arrays.items()}
            self.index += 1
            batch["iteration"] = self.index
            yield batch


class SequentialArrayIterator:
    """Windows of sequences that lie along their first axis, (N, REC, rest...).

    stride: from window to window, by default their length. Without shuffle they come in turn; with
    streams, row n of a batch goes on where row n of the batch before ended, as nets that keep their
    state need. reverse_target: the target, `tgt_key`, runs backward; get_prev_target adds
    "prev_<target>", the target a place before, 0 at the start.
    """

    def __init__(self, data_arrays, time_steps, batch_size, total_iterations=None,
                 reverse_target=False, get_prev_target=False, stride=None, include_iteration=False,
                 tgt_key="tgt_txt", shuffle=True, streams=False):
        if shuffle and streams:
            raise ValueError("streams go on from batch to batch: they cannot be shuffled")
        self.data_arrays, self.axis_names = _arrays_of(data_arrays)
        self.keys = list(self.data_arrays)
        self.time_steps, self.batch_size = time_steps, batch_size
        self.stride = time_steps if stride is None else stride
        self.include_iteration, self.shuffle, self.tgt_key = include_iteration, shuffle, tgt_key
        self.streams = streams
        self.reverse_target, self.get_prev_target = reverse_target, get_prev_target
        if (reverse_target or get_prev_target) and tgt_key not in self.data_arrays:
            raise ValueError(f"the target {tgt_key!r} is not among the arrays {self.keys}")
        length = len(self.data_arrays[self.keys[0]])
        windows = (length - time_steps) // self.stride + 1
        self.nbatches = windows // batch_size
        if self.nbatches < 1:
            raise ValueError(f"a sequence of {length} has {max(windows, 0)} windows of {time_steps}"
                             f", fewer than a batch of {batch_size}")
        self.ndata = self.nbatches * batch_size
        self.total_iterations = self.nbatches if total_iterations is None else total_iterations
        self._windows = np.arange(self.ndata)
        self.index = 0

    def make_placeholders(self, include_iteration=False):
        """Placeholders by name, (N, REC, rest...)."""
        ax.N.length, ax.REC.length = self.batch_size, self.time_steps
        names = list(self.keys)
        if self.get_prev_target:
            names.append(f"prev_{self.tgt_key}")
        placeholders = {}
        for name in names:
            array = self.data_arrays.get(name, self.data_arrays.get(self.tgt_key))
            given = self.axis_names.get(name)
            rest = [ng.make_axis(length, name=given[i + 1] if given else None)
                    for i, length in enumerate(array.shape[1:])]
            placeholders[name] = ng.placeholder(ng.make_axes([ax.N, ax.REC] + rest)).named(name)
        if include_iteration or self.include_iteration:
            placeholders["iteration"] = ng.placeholder(()).named("iteration")
        return placeholders

    def reset(self):
        """From the first batch again."""
        self.index = 0

    def _window_numbers(self, batch):
        if self.streams:
            return np.arange(self.batch_size) * self.nbatches + batch
        return self._windows[batch * self.batch_size:(batch + 1) * self.batch_size]

    def _batch(self, numbers):
        places = (numbers * self.stride)[:, None] + np.arange(self.time_steps)
        batch = {name: array[places] for name, array in self.data_arrays.items()}
        if self.get_prev_target:
            before = self.data_arrays[self.tgt_key][np.maximum(places - 1, 0)]
            before[places == 0] = 0
            batch[f"prev_{self.tgt_key}"] = before
        if self.reverse_target:
            batch[self.tgt_key] = batch[self.tgt_key][:, ::-1]
        return batch

    def __iter__(self):
        while self.index < self.total_iterations:
            number = self.index % self.nbatches
            if self.shuffle and number == 0:
                np.random.shuffle(self._windows)
            batch = self._batch(self._window_numbers(number))
            self.index += 1
            batch["iteration"] = self.index
            yield batch
