# SPDX-License-Identifier: Apache-2.0
"""Files of data sets: paths, downloads, pickles of plain data, and archives."""
import os
import pickle
import tarfile
import urllib.request
import zipfile

from ngraph.util.replaced_file import replaced_file

__all__ = ["ensure_dirs_exist", "extract_archive", "fetch_file", "get_data_cache_dir",
           "get_data_cache_or_nothing", "pickle_load", "valid_path_append"]

_PLAIN = {("numpy.core.multiarray", "_reconstruct"), ("numpy._core.multiarray", "_reconstruct"),
          ("numpy.core.multiarray", "scalar"), ("numpy._core.multiarray", "scalar"),
          ("numpy", "ndarray"), ("numpy", "dtype"), ("_codecs", "encode")}


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) not in _PLAIN:
            raise pickle.UnpicklingError(f"a data file contains an object of {module}.{name}; "
                                         "only numbers, texts, lists, dicts and arrays are read")
        return super().find_class(module, name)


def pickle_load(file):
    """Return the lists, dicts and arrays of a pickle file object; also of Python 2's, whose texts
    are read as latin-1. Refuses all other objects, whose code would run.
    """
    return _PlainUnpickler(file, encoding="latin-1").load()


def valid_path_append(path, *names):
    """Return the path of each name in the expanded folder, which is created if it is missing; an
    empty name stands for the folder. One path is not in a tuple.
    """
    folder = os.path.expanduser(path)
    os.makedirs(folder, exist_ok=True)
    paths = tuple(os.path.join(folder, name) if name else folder for name in names or ("",))
    return paths if len(paths) > 1 else paths[0]


def ensure_dirs_exist(path):
    """Create the folder of a file path and return the path."""
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    return path


def get_data_cache_dir(data_dir_root, subdir=None):
    """Return the folder for prepared data: that of NGRAPH_DATA_CACHE, else below data_dir_root."""
    return valid_path_append(get_data_cache_or_nothing() or data_dir_root, subdir or "")


def get_data_cache_or_nothing(subdir=""):
    """Return the folder NGRAPH_DATA_CACHE, or a folder in it, or an empty text without it."""
    root = os.environ.get("NGRAPH_DATA_CACHE", "")
    return os.path.join(root, subdir) if root and subdir else root


def fetch_file(url, filename, filepath, filesize=None):
    """Download url/filename to filepath unless it exists. Raises OSError for another size."""
    if not os.path.exists(filepath):
        with replaced_file(filepath) as partial:
            urllib.request.urlretrieve(f"{url.rstrip('/')}/{filename}", partial)
    size = os.path.getsize(filepath)
    if filesize is not None and size != filesize:
        raise OSError(f"{filepath} has {size} bytes, expected {filesize}")


def _inside(folder, name):
    root = os.path.realpath(folder)
    return os.path.realpath(os.path.join(root, name)).startswith(os.path.join(root, ""))


def extract_archive(path, folder):
    """Extract the plain files of a .zip or .tar archive into a folder. Raises ValueError for a
    member that would lie outside of it.
    """
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if not _inside(folder, name):
                    raise ValueError(f"{path}: {name!r} lies outside of the archive's folder")
            archive.extractall(folder)
        return
    with tarfile.open(path) as archive:
        for member in archive:
            if not _inside(folder, member.name):
                raise ValueError(f"{path}: {member.name!r} lies outside of the archive's folder")
            if member.isfile():
                archive.extract(member, folder)
