# SPDX-License-Identifier: Apache-2.0
"""Writes the small PyTorch checkpoints of this folder, and their values as NumPy arrays.

Needs the packages torch (1.13 or newer) and numpy. training.npz holds the tensors of zip.pt and
legacy.pt, module.npz those of the modules and of script.pt: bfloat16 as float32, "/" between
levels. Files of newer versions are built from their parts, so that an older PyTorch can write all.
"""

import io
import pathlib
import pickle
import sys
import warnings
import zipfile

import numpy as np
import torch


def array_of(tensor):
    tensor = tensor.detach()
    return (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).numpy()


def arrays_of(value, path=""):
    """The tensors of nested dicts and lists by their path."""
    if isinstance(value, torch.Tensor):
        return {} if value.is_complex() else {path: array_of(value)}
    found = {}
    items = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, (list, tuple)) else ())
    for key, item in items:
        found.update(arrays_of(item, f"{path}/{key}" if path else str(key)))
    return found


def network():
    torch.manual_seed(1)
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2))
    optimizer = torch.optim.Adam(model.parameters(), lr=.1)
    model(torch.arange(12.).reshape(4, 3)).sum().backward()
    optimizer.step()
    return model, optimizer


def training_state():
    model, optimizer = network()
    return {
        "state_dict": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "epoch": 3,
        "best": .125,
        "name": "small",
        "types": {
            "half": torch.tensor([1.5, -2]).half(),
            "bfloat16": torch.arange(3).bfloat16(),
            "double": torch.tensor(2.5, dtype=torch.float64),
            "bool": torch.tensor([True, False]),
            "int8": torch.tensor([-1], dtype=torch.int8),
            "uint8": torch.tensor([255], dtype=torch.uint8),
            "int16": torch.tensor([-300], dtype=torch.int16),
            "int32": torch.tensor([-70000], dtype=torch.int32),
            "int64": torch.tensor([1 << 40], dtype=torch.int64),
            "complex": torch.zeros(2, dtype=torch.complex64),
        },
        "views": [
            torch.arange(6.).reshape(2, 3).t(),
            torch.arange(10)[2:8:3],
            torch.ones(1, 3).expand(4, 3),
            torch.zeros(0, 4),
            torch.nn.Parameter(torch.tensor([7.])),
        ],
    }


class Stored:
    """A storage as a pickle refers to it."""

    def __init__(self, kind, key, count):
        self.reference = ("storage", kind, key, "cpu", count)


class Tensor:
    """A call of a function that makes a tensor."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


class Pickler(pickle.Pickler):
    def persistent_id(self, obj):
        return obj.reference if isinstance(obj, Stored) else None


def named(name):
    """A function or type that is pickled as torch's of this name, which may be missing here."""
    module, _, own = name.rpartition(".")

    def made():
        """Never called."""

    made.__module__, made.__qualname__, made.__name__ = module, own, own
    setattr(sys.modules[module], own, made)
    return made


def archive(path, value, storages, protocol, extra):
    """A zip archive as torch.save writes it."""
    text = io.BytesIO()
    Pickler(text, protocol).dump(value)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        for name, content in {"data.pkl": text.getvalue(), **extra,
                              **{f"data/{key}": data for key, data in storages.items()},
                              "version": b"3\n"}.items():
            file.writestr(zipfile.ZipInfo(f"{path.stem}/{name}"), content)


def write_newer(folder):
    """Untyped storages, whose dtype each tensor's record gives; protocol 5, big-endian data."""
    rebuild = named("torch._utils._rebuild_tensor_v3")
    words = np.array([1, 2, 65535, 40000], ">u2")
    value = {"u16": Tensor(rebuild, Stored(torch.UntypedStorage, "0", 8), 1, (3,), (1,), False,
                           {}, named("torch.uint16"))}
    archive(folder / "newer.pt", value, {"0": words.tobytes()}, 5,
            {".format_version": b"1", ".storage_alignment": b"64", "byteorder": b"big"})
    np.savez(folder / "newer.npz", u16=words[1:].astype("<u2"))


def main(folder):
    folder = pathlib.Path(folder)
    state = training_state()
    torch.save(state, folder / "zip.pt")
    torch.save(state, folder / "legacy.pt", _use_new_zipfile_serialization=False)
    np.savez(folder / "training.npz", **arrays_of(state))
    model, _ = network()
    weights = {key.replace(".", "/"): value for key, value in model.state_dict().items()}
    torch.save(model, folder / "module.pt")
    # The legacy form keeps the source of each class, which is PyTorch's own; it is left out.
    def no_source(*_):
        raise OSError
    torch.serialization.get_source_lines_and_file = no_source
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.save(model, folder / "legacy_module.pt", _use_new_zipfile_serialization=False)
    torch.jit.script(model).save(str(folder / "script.pt"))
    np.savez(folder / "module.npz", **arrays_of(weights))
    write_newer(folder)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
