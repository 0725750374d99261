# SPDX-License-Identifier: Apache-2.0
"""Tests every recorded case of the original through the package, on each transformer."""
import importlib.util
import pathlib
import re
import sys
import types
import unittest

import numpy as np

import ngraph.transformers as ngt

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent / "reference" / "cases"
DELIBERATE = HERE.parent / "reference_cases" / "deliberate_differences.h"
HAS_FRONTENDS = importlib.util.find_spec("ngraph.frontends") is not None

if not HAS_FRONTENDS:
    # The runner imports the front end; cases that need it are skipped.
    layers = types.SimpleNamespace(Layer=types.SimpleNamespace(inference_mode=False))
    sys.modules["ngraph.frontends"] = types.SimpleNamespace(neon=layers)
    sys.modules["ngraph.frontends.neon"] = layers

import runner  # noqa: E402


def case_names():
    names = sorted(path.parent.relative_to(CASES).as_posix()
                   for path in CASES.glob("*/*/case.json"))
    return [name for name in names
            if HAS_FRONTENDS or '"neon.' not in (CASES / name / "case.json").read_text()]


def deliberate_names():
    return set(re.findall(r'^\s*\{"([\w/]+)"', DELIBERATE.read_text(), re.MULTILINE))


def verdict(name, transformer):
    return verdict_of(name, ngt.make_transformer_factory(transformer))


def verdict_of(name, factory):
    """Why a case differs on the transformers of a factory, or None."""
    case = runner.Case(str(CASES / name))
    # Sums that cancel have the rounding error of their largest terms, whatever their own size is.
    largest = max((np.nanmax(np.abs(e.astype(float)), initial=0) for e in case.expected.values()),
                  default=0)
    if np.isfinite(largest):
        case.case["atol"] = max(case.case["atol"], 1e-6 * largest)
    return case.verdict(factory)


class ReferenceCases(unittest.TestCase):
    """One test per transformer; reports every case that differs."""

    def differences(self, names, transformer):
        found = {name: verdict(name, transformer) for name in names}
        return {name: why for name, why in found.items() if why}

    def check(self, transformer):
        agreeing = [name for name in case_names() if name not in deliberate_names()]
        self.assertGreater(len(agreeing), 250)
        differences = self.differences(agreeing, transformer)
        self.assertFalse(differences, "\n".join(f"{n}: {why}" for n, why in differences.items()))

    def test_on_cpu(self):
        self.check("cpu")

    def test_on_reference(self):
        self.check("reference")

    def test_listed_differences_still_differ(self):
        listed = sorted(deliberate_names() & set(case_names()))
        self.assertGreater(len(listed), 5)
        self.assertEqual(sorted(self.differences(listed, "reference")), listed)


if __name__ == "__main__":
    unittest.main()
