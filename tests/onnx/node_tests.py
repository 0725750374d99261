# SPDX-License-Identifier: Apache-2.0
"""Runs the node tests of the package onnx, and writes the table of those that do not pass.

node_tests.py PROGRAM [TABLE.md]; PROGRAM is the built ngraph_onnx_models. Tests of training,
sequence, map, optional and text values are left out.
"""

import collections
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    from onnx import numpy_helper
    from onnx.backend.test.case.node import collect_testcases
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

LEFT_OUT = ("ai.onnx.preview.training", "ai.onnx.ml")
WIDENED = ("bfloat16", "float8", "float4", "int4", "uint4", "int2", "uint2")  # unknown to NumPy


def plain(value):
    """A value that is an array of numbers."""
    kind = value.type.tensor_type.elem_type
    return value.type.HasField("tensor_type") and kind != onnx.TensorProto.STRING


def arrays(prefix, values, found):
    named = {}
    for value, array in zip(values, found):
        if isinstance(array, onnx.TensorProto):
            array = numpy_helper.to_array(array)
        array = np.asarray(array)
        if array.dtype.name.startswith(WIDENED):
            array = array.astype(np.float32)
        named[f"{prefix}.{value.name}"] = array
    return named


def prepare(case, target):
    """Writes a test case as NAME.onnx and NAME.npz; False if it is left out."""
    model = case.model
    if any(opset.domain in LEFT_OUT for opset in model.opset_import) or not case.data_sets:
        return False
    if not all(plain(value) for value in [*model.graph.input, *model.graph.output]):
        return False
    inputs, outputs = case.data_sets[0]
    np.savez(target / f"{case.name}.npz", **arrays("in", model.graph.input, inputs),
             **arrays("out", model.graph.output, outputs))
    (target / f"{case.name}.onnx").write_bytes(model.SerializeToString())
    return True


def run(program, folder):
    """Lines of the program; a model at which it crashes is left out and reported."""
    rows = {}
    while True:
        done = subprocess.run([program, folder], capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            name, outcome, reason = line.split("\t", 2)
            rows[name] = (outcome, reason)
            pathlib.Path(folder, f"{name}.onnx").unlink(missing_ok=True)
        if done.returncode == 0:
            return rows
        name = min(path.stem for path in pathlib.Path(folder).glob("*.onnx"))
        rows[name] = ("crashed", f"signal {-done.returncode}")
        pathlib.Path(folder, f"{name}.onnx").unlink()


def main():
    with tempfile.TemporaryDirectory() as folder:
        for case in collect_testcases(None):
            prepare(case, pathlib.Path(folder))
        rows = run(sys.argv[1], folder)
    counts = collections.Counter(outcome for outcome, _ in rows.values())
    passed = counts["equal"] / max(len(rows), 1)
    summary = f"{counts['equal']} of {len(rows)} pass ({passed:.1%}): {dict(counts)}"
    print(summary)
    if len(sys.argv) > 2:
        lines = ["# ONNX node tests that do not pass", "",
                 f"Package onnx {onnx.__version__}. Written by tests/onnx/node_tests.py. {summary}.",
                 "", "| test | outcome | reason |", "|---|---|---|"]
        for name, (outcome, reason) in sorted(rows.items()):
            if outcome != "equal":
                lines.append(f"| {name} | {outcome} | {reason.replace('|', '/')[:160]} |")
        pathlib.Path(sys.argv[2]).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if counts["crashed"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
