# SPDX-License-Identifier: Apache-2.0
"""Tests of the programs in sample_graphs: each trains, saves, restores and evaluates.

The class Three is part of ./dev test, All of ./dev test --slow.
"""
import json
import math
import os
import re
import subprocess
import tempfile
import unittest

from examples import PROGRAMS, SAMPLES, WITHOUT_DOCUMENT, last_values, run


class Examples(unittest.TestCase):
    def check(self, name, iterations=50):
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "weights.npz")
            trained = last_values(run(name, "-t", str(iterations), "--save", saved, folder=folder))
            self.assertTrue(re.search(r"\d", trained), trained)
            restored = last_values(run(name, "-t", "0", "--restore", saved, folder=folder))
            self.assertEqual(restored, trained)
            untrained = last_values(run(name, "-t", "0", folder=folder))
            self.assertNotEqual(untrained, trained)


class Three(Examples):
    def test_alexnet(self):
        self.check("convnets/alexnet", iterations=10)

    def test_time_series(self):
        self.check("recurrent/time_series")

    def test_wide_deep(self):
        self.check("others/wide_deep")


class All(Examples):
    """One test per program."""


class Documents(unittest.TestCase):
    """One test per document: an epoch by the command line."""

    def check(self, name):
        ran = subprocess.run([os.environ["NGRAPH_CLI"], "run", str(SAMPLES / f"{name}.ngraph"),
                              "--epochs", "1", "--json"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        answer = json.loads(ran.stdout.splitlines()[-1])
        self.assertGreater(answer["iterations"], 0)
        for series in answer["series"]:
            self.assertTrue(series["y"] and all(map(math.isfinite, series["y"])), series)


for _name in PROGRAMS:
    setattr(All, f"test_{os.path.basename(_name)}", lambda self, name=_name: self.check(name))
    if _name not in WITHOUT_DOCUMENT:
        setattr(Documents, f"test_{os.path.basename(_name)}",
                lambda self, name=_name: self.check(name))


if __name__ == "__main__":
    unittest.main()
