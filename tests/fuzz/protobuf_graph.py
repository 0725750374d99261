# SPDX-License-Identifier: Apache-2.0
"""Fuzzes the reader of the original's graph files with damaged graphs: it must raise BadFile only.
With the package on PYTHONPATH complete graphs are read, otherwise only their messages."""
import argparse
import importlib
import pathlib
import random
import sys
import time
import traceback
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDS = sorted((ROOT / "tests" / "reference" / "serde").glob("*.pb"))
KEPT = ROOT / "tests" / "fuzz" / "corpus" / "protobuf_graph"
FOUND = ROOT / "build" / "fuzz" / "found"


def reader():
    """The reading function, and the exception that it may raise."""
    try:
        serde = importlib.import_module("ngraph.op_graph.serde.serde")
        return serde.deserialize_graph, ValueError
    except ImportError:
        return messages_alone()


def messages_alone():
    """Loads the wire format, which is pure Python inside a package that needs the extension."""
    folder = ROOT / "engine" / "python" / "ngraph"
    for name in ("ngraph", "ngraph.util", "ngraph.op_graph", "ngraph.op_graph.serde"):
        package = types.ModuleType(name)
        package.__path__ = [str(folder.joinpath(*name.split(".")[1:]))]
        sys.modules[name] = package
    errors = types.ModuleType("ngraph.util.errors")
    errors.BadFile = type("BadFile", (ValueError,), {})
    sys.modules["ngraph.util.errors"] = errors
    wire = importlib.import_module("ngraph.op_graph.serde.wire")
    return (lambda data: wire.parse(data, "GraphDef")), errors.BadFile


def damaged(data, other, chance):
    """`data` with a few changes: bytes, lengths, parts removed, repeated, or taken from `other`."""
    data = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] = chance.randrange(256)
        elif kind == 1 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 2:
            del data[at:at + chance.randrange(1, 64)]
        elif kind == 3:
            data[at:at] = data[at:at + chance.randrange(1, 64)]
        elif kind == 4:
            begin = chance.randrange(len(other) + 1)
            data[at:at] = other[begin:begin + chance.randrange(1, 256)]
        else:
            data[at:at + 1] = bytes([255] * chance.randrange(1, 11)) + bytes([chance.randrange(128)])
    return bytes(data)


def fault(read, refused, data):
    """The traceback of an unexpected exception; empty if `data` was read or rejected."""
    try:
        read(data)
    except refused:
        pass
    except Exception:  # any other exception is a fault
        return traceback.format_exc()
    return ""


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=0)
    options.add_argument("--count", type=int, default=0, help="number of inputs, without --seconds")
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    read, refused = reader()
    seeds = [path.read_bytes() for path in SEEDS + sorted(KEPT.glob("*"))]
    for data in seeds:
        wrong = fault(read, refused, data)
        if wrong:
            sys.exit(wrong)
    chance, count, end = random.Random(given.seed), 0, time.monotonic() + given.seconds
    while count < given.count or time.monotonic() < end:
        data = damaged(chance.choice(seeds), chance.choice(seeds), chance)
        count += 1
        wrong = fault(read, refused, data)
        if wrong:
            FOUND.mkdir(parents=True, exist_ok=True)
            path = FOUND / f"protobuf_graph-{given.seed}-{count}"
            path.write_bytes(data)
            sys.exit(f"{wrong}\nafter {count} inputs: {path}")
    print(f"{count} inputs, no faults")


if __name__ == "__main__":
    main()
