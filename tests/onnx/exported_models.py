# SPDX-License-Identifier: Apache-2.0
"""Runs the models that ngraph_exported_models wrote in ONNX Runtime and compares the results.

exported_models.py FOLDER. Each NAME.onnx must pass onnx's checker and give the arrays "out.NAME" of
NAME.npz. Counted apart: what ONNX Runtime has no kernel for, and its inexact sums of large
integers. Run by ./dev test-frameworks; skips without the packages onnx and onnxruntime.
"""

import pathlib
import re
import sys

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

RELATIVE = {"float16": 4e-3}
# ONNX Runtime passes no bfloat16 to or from NumPy, and runs no Scan of 0 steps.
LACKS = ("NOT_IMPLEMENTED", "NotImplemented", "Could not find an implementation", "bfloat16",
         "Invalid dim0_offset of 0. Dimension 0 is 0")
# ONNX Runtime adds and multiplies integers in double, and saturates.
INEXACT = re.compile(r"integers_\w+_(prod|sum)$")


def run(path):
    arrays = np.load(path.with_suffix(".npz"))
    onnx.checker.check_model(str(path), full_check=True)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    feeds = {i.name: arrays["in." + i.name] for i in session.get_inputs()}
    outputs = [o.name for o in session.get_outputs()]
    return [(name, array, arrays["out." + name]) for name, array in
            zip(outputs, session.run(None, feeds))]


def difference(name, found, expected):
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return f"{name}: {found.dtype}{found.shape}, not {expected.dtype}{expected.shape}"
    if found.dtype.kind != "f":
        unequal = np.flatnonzero(found != expected)
    else:
        tolerance = RELATIVE.get(found.dtype.name, 1e-5)
        unequal = np.flatnonzero(~np.isclose(found, expected, tolerance, tolerance, equal_nan=True))
    if len(unequal) == 0:
        return ""
    at = unequal[0]
    return f"{name}[{at}]: {found.flat[at]}, not {expected.flat[at]} ({len(unequal)} differ)"


def main(folder):
    onnxruntime.set_default_logger_severity(4)
    counts = {"equal": 0, "no kernel": 0, "inexact": 0, "different": 0}
    for path in sorted(pathlib.Path(folder).glob("*.onnx")):
        outcome, text = "equal", ""
        try:
            faults = [difference(*row) for row in run(path)]
            text = "; ".join(fault for fault in faults if fault)
            outcome = "different" if text else "equal"
        except Exception as error:  # every kind of error of ONNX Runtime and of the checker
            text = " ".join(str(error).split())
            outcome = "no kernel" if any(word in text for word in LACKS) else "different"
        if outcome == "different" and INEXACT.match(path.stem):
            outcome = "inexact"
        counts[outcome] += 1
        if outcome != "equal":
            print(f"{path.stem}\t{outcome}\t{text[:300]}")
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return counts["different"] > 0 or counts["equal"] == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
