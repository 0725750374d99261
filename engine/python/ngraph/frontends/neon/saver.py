# SPDX-License-Identifier: Apache-2.0
"""Saves and restores models: weights, running statistics and optimizer states, by name."""
import os
import struct
import zipfile
import zlib

import numpy as np

from ngraph import _engine
from ngraph.frontends.neon.computation import BoundComputation
from ngraph.frontends.neon.npz_file import write_npz
from ngraph.util.errors import BadFile

__all__ = ["Saver"]


def _state_below(computation):
    """Return storage ops by name, of a computation op, a callable one, or a dict or list of ops."""
    if isinstance(computation, BoundComputation):
        computation = computation.outputs
    if isinstance(computation, dict):
        computation = list(computation.values())
    if isinstance(computation, _engine.Computation):
        computation = list(computation.results)
    roots = computation if isinstance(computation, (list, tuple, set)) else [computation]
    by_name = {}
    for op in _engine.neon.state_below([_engine.as_op(root) for root in roots]):
        if op.name in by_name:
            raise ValueError(f"two tensors are called {op.name!r} and cannot be saved by name; "
                             "give one of them another with .named()")
        by_name[op.name] = op
    return by_name


class Saver:
    """Saves and restores the state of models.

    Files are safetensors with a manifest or, if their name ends in .npz or has no suffix, NumPy
    archives. Names depend only on the model, so a model built the same way finds its values in any
    process.
    """

    def __init__(self):
        self._saved = self._restored = None

    def setup_save(self, transformer, computation):
        """Select what to save: all state that the computation, or dict of outputs, depends on."""
        self._saved = transformer, _state_below(computation)

    def save(self, filename, compress=False, transformer=None, computation=None):
        """Write the file, replacing it atomically.

        With a transformer and a computation, setup_save is not needed. `compress` applies to .npz
        files.
        """
        if transformer is not None and computation is not None:
            self.setup_save(transformer, computation)
        if self._saved is None:
            raise ValueError("the saver is not set up: call setup_save first")
        owner, state = self._saved
        path = os.fspath(filename)
        if not os.path.splitext(path)[1]:
            path += ".npz"
        if path.endswith(".npz"):
            write_npz(path, {name: owner.get_tensor_view_value(op) for name, op in state.items()},
                      compress)
        else:
            _engine.neon.save_state(path, owner._engine, list(state.values()))

    def setup_restore(self, transformer, computation, filename):
        """Select what to restore, and the file."""
        self._restored = transformer, _state_below(computation), _existing(os.fspath(filename))

    def restore(self, transformer=None, computation=None, filename=None, allow_missing=False):
        """Restore the values and return the additional names in the file.

        Raises ValueError that lists missing and mismatched values; nothing is changed then. With
        allow_missing, missing values are kept.
        """
        if transformer is not None and computation is not None and filename is not None:
            self.setup_restore(transformer, computation, filename)
        if self._restored is None:
            raise ValueError("the saver is not set up: call setup_restore first")
        owner, state, path = self._restored
        owner.allocate()
        if _is_npz(path):
            return _restore_npz(path, owner, state, allow_missing)
        fit = _engine.neon.restore_state(path, owner._engine, list(state.values()), allow_missing)
        return fit["extra"]


def _existing(path):
    """Return the existing file; older programs omit or add the suffix `.npz`."""
    for name in (path, f"{path}.npz", path.removesuffix(".npz")):
        if os.path.isfile(name):
            return name
    raise FileNotFoundError(f"no file {path!r} to restore from")


def _is_npz(path):
    """Is the file a NumPy archive? PyTorch's are zip archives, too."""
    if path.endswith(".npz"):
        return True
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(".npy") for name in archive.namelist())
    except zipfile.BadZipFile:
        return False


def _npz_arrays(path, names):
    """Return the arrays of these names that the archive holds, and the names of all."""
    try:
        with np.load(path) as archive:
            return {name: archive[name] for name in names if name in archive.files}, archive.files
    except (ValueError, EOFError, RuntimeError, struct.error, zipfile.BadZipFile,
            zlib.error) as error:
        raise BadFile(f"{path}: this NumPy archive is damaged or holds objects: {error}") from error


def _fault_of(array, op, dtype):
    """Return why the variable of this type cannot have the value, or an empty text."""
    if list(array.shape) != list(op.axes.lengths):
        return f"has shape {array.shape}, expected {op.axes}"
    if array.dtype.kind in "cUSOMm":
        return f"has elements of type {array.dtype}, expected real numbers"
    if array.dtype.kind == "f" and np.dtype(dtype).kind == "f":
        with np.errstate(over="ignore"):
            finite = np.isfinite(array.astype(dtype))
        if np.any(np.isfinite(array) & ~finite):
            return f"has {array.dtype} numbers that are infinite in {dtype}"
    return ""


def _restore_npz(path, transformer, state, allow_missing):
    arrays, names = _npz_arrays(path, state)
    faults, extra = [], sorted(set(names) - set(state))
    if allow_missing:
        state = {name: op for name, op in state.items() if name in arrays}
    for name, op in state.items():
        fault = "is missing" if name not in arrays else _fault_of(
            arrays[name], op, transformer.get_tensor_view_value(op).dtype)
        if fault:
            faults.append(f"{name} {fault}")
    if faults:
        raise ValueError(f"{path} does not match the model: {'; '.join(faults)}")
    _set_all(transformer, {op: arrays[name] for name, op in state.items()})
    return extra


def _set_all(transformer, values):
    """Set the values of all ops, or of none if one refuses its value."""
    before = []
    try:
        for op, value in values.items():
            before.append((op, transformer.get_tensor_view_value(op)))
            transformer.set_tensor_view_value(op, value)
    except BaseException:
        for op, value in before:
            transformer.set_tensor_view_value(op, value)
        raise
