# SPDX-License-Identifier: Apache-2.0
"""Batch iterators over arrays. Batches are dicts of arrays by name."""
import numpy as np

import ngraph as ng
from ngraph.frontends.neon.axis import ax

__all__ = ["ArrayIterator", "SequentialArrayIterator"]


def _arrays_of(data_arrays, added):
    """Return values and axis names of user data: arrays, or {'data', 'axes'} dicts, by name.

    The iterator adds arrays of the names `added` to its batches.
    """
    if not isinstance(data_arrays, dict):
        raise ValueError(f"data must be a dict of arrays by name, not {type(data_arrays).__name__}")
    arrays, axes = {}, {}
    for name, given in data_arrays.items():
        parts = given if isinstance(given, dict) else {"data": given}
        arrays[name] = np.asarray(parts["data"])
        axes[name] = parts.get("axes")
        if axes[name] and len(axes[name]) != arrays[name].ndim:
            raise ValueError(f"{name!r} has {arrays[name].ndim} axes, but the names {axes[name]}")
    if not arrays:
        raise ValueError("data contains no arrays")
    for name in added:
        if name in arrays:
            raise ValueError(f"the iterator adds its own {name!r} to each batch; give the array "
                             "another name")
    counts = {name: len(array) for name, array in arrays.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(f"arrays have different numbers of samples: {counts}")
    return arrays, axes


class _Batches:
    """Iterators over batches: in a `for` loop, or one at a time with next()."""

    def __iter__(self):
        return self

    def next(self):
        """Return the next batch. Raises StopIteration after the last."""
        return next(self)


class ArrayIterator(_Batches):
    """Iterate over batches of samples along the first axis.

    After the last sample follows the first, within a batch, too. If samples are shuffled, each
    epoch starts with a new batch. Each batch has its number, from 1, as "iteration".

    Parameters
    ----------
    data_arrays : dict, list or array
        Arrays by name, or {"data": array, "axes": axis names} dicts by name. The arrays of a list
        are named 0, 1 …, a single one is named 0.
    batch_size : int
        Number of samples per batch.
    total_iterations : int, optional
        Number of batches. Default: one epoch.
    shuffle : bool
        Whether to reorder samples in each epoch, using NumPy's global random generator.
    """

    def __init__(self, data_arrays, batch_size, total_iterations=None, tgt_key=None, shuffle=False):
        if isinstance(data_arrays, (list, tuple)):
            data_arrays = dict(enumerate(data_arrays))
        elif not isinstance(data_arrays, dict):
            data_arrays = {0: data_arrays}
        self.data_arrays, self.axis_names = _arrays_of(data_arrays, ["iteration"])
        self.keys = list(self.data_arrays)
        self.ndata = len(self.data_arrays[self.keys[0]])
        self.batch_size, self.tgt_key, self.shuffle = batch_size, tgt_key, shuffle
        if batch_size < 1:
            raise ValueError(f"a batch needs at least one sample, not {batch_size}")
        if self.ndata < batch_size:
            raise ValueError(f"{self.ndata} samples are fewer than a batch of {batch_size}")
        self.nbatches = -(-self.ndata // batch_size)
        self.total_iterations = self.nbatches if total_iterations is None else total_iterations
        self._order = np.arange(self.ndata)
        self.index = 0

    def make_placeholders(self, include_iteration=False):
        """Return placeholders (N, rest...) by name, optionally with a scalar "iteration"."""
        ax.N.length = self.batch_size
        placeholders = {name: ng.placeholder(self._axes_of(name)).named(str(name))
                        for name in self.keys}
        if include_iteration:
            placeholders["iteration"] = ng.placeholder(()).named("iteration")
        return placeholders

    def _axes_of(self, name):
        lengths, names = self.data_arrays[name].shape[1:], self.axis_names[name]
        rest = [ng.make_axis(length, name=names[i + 1] if names else None)
                for i, length in enumerate(lengths)]
        for axis in rest:
            if axis == ax.REC:
                ax.REC.length = axis.length
        return ng.make_axes([ax.N] + [ax.REC if axis == ax.REC else axis for axis in rest])

    def reset(self):
        """Restart at the first batch."""
        self.index = 0

    def __next__(self):
        if self.index >= self.total_iterations:
            raise StopIteration
        number = self.index
        if self.shuffle:
            number %= self.nbatches
            if number == 0:
                np.random.shuffle(self._order)
        first = number * self.batch_size
        samples = self._order.take(np.arange(first, first + self.batch_size), mode="wrap")
        batch = {name: array[samples] for name, array in self.data_arrays.items()}
        self.index += 1
        batch["iteration"] = self.index
        return batch


class SequentialArrayIterator(_Batches):
    """Iterate over windows (N, REC, rest...) of sequences along their first axis.

    Parameters
    ----------
    stride : int, optional
        Distance between windows. Default: the window length.
    shuffle : bool
        Whether row n of each batch continues row n of the previous batch, as needed by networks
        that keep their state. Otherwise windows come in order.
    reverse_target : bool
        Whether the target `tgt_key` is reversed within each window.
    get_prev_target : bool
        Whether to add "prev_tgt", the target one step earlier, 0 at the start: of the sequence, or
        of each window if targets are reversed.
    """

    def __init__(self, data_arrays, time_steps, batch_size, total_iterations=None,
                 reverse_target=False, get_prev_target=False, stride=None, include_iteration=False,
                 tgt_key="tgt_txt", shuffle=True):
        added = ["iteration", "prev_tgt"] if get_prev_target else ["iteration"]
        self.data_arrays, self.axis_names = _arrays_of(data_arrays, added)
        self.keys = list(self.data_arrays)
        self.time_steps, self.batch_size = time_steps, batch_size
        self.stride = time_steps if stride is None else stride
        self.include_iteration, self.shuffle, self.tgt_key = include_iteration, shuffle, tgt_key
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
        self.index = 0

    def make_placeholders(self, include_iteration=False):
        """Return placeholders (N, REC, rest...) by name."""
        ax.N.length, ax.REC.length = self.batch_size, self.time_steps
        names = list(self.keys)
        if self.get_prev_target:
            names.append("prev_tgt")
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
        """Restart at the first batch."""
        self.index = 0

    def _window_numbers(self, batch):
        rows = np.arange(self.batch_size)
        return rows * self.nbatches + batch if self.shuffle else batch * self.batch_size + rows

    def _batch(self, numbers):
        places = (numbers * self.stride)[:, None] + np.arange(self.time_steps)
        batch = {name: array[places] for name, array in self.data_arrays.items()}
        target = batch.get(self.tgt_key)
        if self.reverse_target:
            batch[self.tgt_key] = target = target[:, ::-1]
        if self.get_prev_target and self.reverse_target:
            batch["prev_tgt"] = np.concatenate([np.zeros_like(target[:, :1]), target[:, :-1]], 1)
        elif self.get_prev_target:
            before = self.data_arrays[self.tgt_key][np.maximum(places - 1, 0)]
            before[places == 0] = 0
            batch["prev_tgt"] = before
        return batch

    def __next__(self):
        if self.index >= self.total_iterations:
            raise StopIteration
        batch = self._batch(self._window_numbers(self.index % self.nbatches))
        self.index += 1
        batch["iteration"] = self.index
        return batch
