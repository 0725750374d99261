# SPDX-License-Identifier: Apache-2.0
"""Fuzzes the reader of the original's graph files with damaged graphs: it must raise ValueError
only, of which BadFile is one. Needs the package on PYTHONPATH."""
import argparse
import pathlib
import random
import sys
import time
import traceback

from ngraph.op_graph.serde.serde import deserialize_graph

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDS = sorted((ROOT / "tests" / "reference" / "serde").glob("*.pb"))
KEPT = ROOT / "tests" / "fuzz" / "corpus" / "protobuf_graph"
FOUND = ROOT / "build" / "fuzz" / "found"


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
            data[at:at + 1] = [255] * chance.randrange(1, 11) + [chance.randrange(128)]
    return bytes(data)


def fault(data):
    """The traceback of an unexpected exception; empty if `data` was read or rejected."""
    try:
        deserialize_graph(data)
    except ValueError:
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
    seeds = [path.read_bytes() for path in SEEDS + sorted(KEPT.glob("*"))]
    for data in seeds:
        wrong = fault(data)
        if wrong:
            sys.exit(wrong)
    chance, count, end = random.Random(given.seed), 0, time.monotonic() + given.seconds
    while count < given.count or time.monotonic() < end:
        data = damaged(chance.choice(seeds), chance.choice(seeds), chance)
        count += 1
        wrong = fault(data)
        if wrong:
            FOUND.mkdir(parents=True, exist_ok=True)
            path = FOUND / f"protobuf_graph-{given.seed}-{count}"
            path.write_bytes(data)
            sys.exit(f"{wrong}\nafter {count} inputs: {path}")
    print(f"{count} inputs, no faults")


if __name__ == "__main__":
    main()
