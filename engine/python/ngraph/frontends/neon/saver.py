# SPDX-License-Identifier: Apache-2.0
"""Saves and restores models: weights, running statistics, states of optimizers, by name."""
import os
import tempfile
import zipfile

import numpy as np

from ngraph import _engine
from ngraph.frontends.neon.computation import BoundComputation

__all__ = ["Saver"]


def _state_below(computation):
    """Storage ops by name, of a computation op, a callable one, or a dict or list of ops."""
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
    """Files are safetensors with a manifest, or, when their name ends in .npz, NumPy's.

    Names depend on the model alone, so a model that is built alike finds its values in any
    process.
    """

    def __init__(self):
        self._saved = self._restored = None

    def setup_save(self, transformer, computation):
        """What to save: all state that the computation, or dict of outputs, reaches."""
        self._saved = transformer, _state_below(computation)

    def save(self, filename, compress=False, transformer=None, computation=None):
        """Replaces the file whole, or not at all. With a transformer and a computation it needs no
        setup_save. `compress`: of .npz files."""
        if transformer is not None and computation is not None:
            self.setup_save(transformer, computation)
        if self._saved is None:
            raise ValueError("the saver was not told what to save: call setup_save first")
        owner, state = self._saved
        path = os.fspath(filename)
        if path.endswith(".npz"):
            _write_npz(path, {name: owner.get_tensor_view_value(op) for name, op in state.items()},
                       np.savez_compressed if compress else np.savez)
        else:
            _engine.neon.save_state(path, owner._engine, list(state.values()))

    def setup_restore(self, transformer, computation, filename):
        """What to restore, and from which file."""
        self._restored = transformer, _state_below(computation), _existing(os.fspath(filename))

    def restore(self, transformer=None, computation=None, filename=None, allow_missing=False):
        """Puts the values in. ValueError that lists what the file lacks or does not fit; then
        nothing is changed. With allow_missing, what it lacks keeps its value. Returns the names
        that the file had besides."""
        if transformer is not None and computation is not None and filename is not None:
            self.setup_restore(transformer, computation, filename)
        if self._restored is None:
            raise ValueError("the saver was not told what to restore: call setup_restore first")
        owner, state, path = self._restored
        owner.allocate()
        if zipfile.is_zipfile(path):
            return _restore_npz(path, owner, state, allow_missing)
        fit = _engine.neon.restore_state(path, owner._engine, list(state.values()), allow_missing)
        return fit["extra"]


def _existing(path):
    """The file; older programs leave `.npz` out of its name, or put it there."""
    for name in (path, f"{path}.npz", path.removesuffix(".npz")):
        if os.path.isfile(name):
            return name
    raise FileNotFoundError(f"there is no file {path!r} to restore from")


def _write_npz(path, arrays, write):
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", suffix=".npz")
    os.close(handle)
    try:
        write(temporary, **arrays)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _restore_npz(path, transformer, state, allow_missing):
    with np.load(path) as arrays:
        faults, extra = [], sorted(set(arrays.files) - set(state))
        if allow_missing:
            state = {name: op for name, op in state.items() if name in arrays.files}
        for name, op in state.items():
            if name not in arrays.files:
                faults.append(f"{name} is missing")
            elif list(arrays[name].shape) != list(op.axes.lengths):
                faults.append(f"{name} has shape {arrays[name].shape}, expected {op.axes}")
        if faults:
            raise ValueError(f"{path} does not fit the model: {'; '.join(faults)}")
        for name, op in state.items():
            transformer.set_tensor_view_value(op, arrays[name])
        return extra
