# SPDX-License-Identifier: Apache-2.0
"""Data recorded by callbacks: arrays and attributes by name, as in an HDF5 file."""
import importlib.util
import os

import numpy as np

from ngraph.frontends.neon.npz_file import write_npz
from ngraph.util.replaced_file import replaced_file


class Dataset:
    """An array with attributes."""

    def __init__(self, array):
        self.array, self.attrs = array, {}

    def __getitem__(self, place):
        return self.array[place]

    def __setitem__(self, place, value):
        self.array[place] = value

    def __len__(self):
        return len(self.array)

    def __array__(self, dtype=None):
        return np.asarray(self.array, dtype)


class Group:
    """A group: attributes and named children."""

    def __init__(self, data, name):
        self.attrs = {}
        self._data, self._name = data, name

    def create_dataset(self, name, shape, dtype=np.float64):
        """Create an array of zeros in the group."""
        return self._data.create_dataset(f"{self._name}/{name}", shape, dtype)

    def __getitem__(self, name):
        return self._data[f"{self._name}/{name}"]


class CallbackData:
    """Recorded data.

    The group "config" has the attributes total_iterations and frequency; callbacks add datasets.
    """

    def __init__(self, path, total_iterations, frequency):
        self.path = path
        self.entries = {}
        self.create_group("config").attrs.update(total_iterations=total_iterations,
                                                 frequency=frequency)

    def create_group(self, name):
        """Create a group."""
        self.entries[name] = Group(self, name)
        return self.entries[name]

    def create_dataset(self, name, shape, dtype=np.float64):
        """Create an array of zeros."""
        self.entries[name] = Dataset(np.zeros(shape, dtype))
        return self.entries[name]

    def __getitem__(self, name):
        if name not in self.entries:
            raise KeyError(f"no callback has recorded {name!r}; available: {sorted(self.entries)}")
        return self.entries[name]

    def __contains__(self, name):
        return name in self.entries

    def keys(self):
        """Names of all entries."""
        return self.entries.keys()

    def write(self):
        """Write the file, replacing it atomically."""
        if not self.path:
            return
        path = os.fspath(self.path)
        as_hdf5 = not path.endswith(".npz") and importlib.util.find_spec("h5py") is not None
        if not as_hdf5 and not path.endswith(".npz"):
            path = f"{os.path.splitext(path)[0]}.npz"
        if not as_hdf5:
            return write_npz(path, self._arrays())
        with replaced_file(path, ".h5") as whole:
            self._write_hdf5(whole)

    def _arrays(self):
        arrays = {}
        for name, entry in self.entries.items():
            if isinstance(entry, Dataset):
                arrays[name] = entry.array
            else:
                arrays.update({f"{name}/{key}": np.asarray(value)
                               for key, value in entry.attrs.items()})
        return arrays

    def _write_hdf5(self, path):
        import h5py
        with h5py.File(path, "w") as file:
            for name, entry in self.entries.items():
                made = file.create_dataset(name, data=entry.array) if isinstance(entry, Dataset) \
                    else file.require_group(name)
                made.attrs.update(entry.attrs)
