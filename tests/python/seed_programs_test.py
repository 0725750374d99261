# SPDX-License-Identifier: Apache-2.0
"""Tests that the programs of the original's documentation, the samples and the README's program run
unchanged and print the original's values."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "seed_programs"
ROOT = HERE.parents[1]
SAMPLES = ROOT / "sample_graphs"
WALKTHROUGHS = HERE.parent / "reference" / "walkthroughs"
NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?")


def printed_by(program):
    run = subprocess.run([sys.executable, "-B", str(program)], capture_output=True, text=True,
                         timeout=300, check=False)
    if run.returncode:
        raise AssertionError(f"{program} ended with {run.returncode}:\n{run.stderr}")
    return run.stdout


def numbers_in(text):
    return [float(number) for number in NUMBER.findall(text)]


class SeedPrograms(unittest.TestCase):
    """Compares printed values with the recorded ones, to 1e-5."""

    def check(self, program, walkthrough, lines=None, folder=PROGRAMS):
        recorded = json.loads((WALKTHROUGHS / f"{walkthrough}.json").read_text())["lines"]
        wanted = numbers_in("\n".join(lines or recorded))
        found = numbers_in(printed_by(folder / program))
        self.assertEqual(len(found), len(wanted))
        for at, (x, y) in enumerate(zip(found, wanted)):
            self.assertAlmostEqual(x, y, delta=1e-5 * max(1, abs(y)), msg=f"number {at}")

    def test_x_plus_one(self):
        self.check("x_plus_one_2016.py", "x_plus_one")

    def test_x_plus_one_with_closing(self):
        self.check("x_plus_one_2017.py", "x_plus_one")

    def test_transformers_guide(self):
        # The guide's last call, of the executor, repeats the first one.
        self.check("transformers_guide.py", "transformer_guide_abc", ["15", "8 15", "15"])

    def test_logistic_regression_part_1(self):
        self.check("logistic_regression_1_2017.py", "logistic_regression_part1")

    def test_logistic_regression_part_1_with_duals(self):
        self.check("logistic_regression_1_2016.py", "logistic_regression_part1")

    def test_logistic_regression_part_2(self):
        self.check("logistic_regression_2_2017.py", "logistic_regression_part2")

    def test_logistic_regression_part_2_with_duals(self):
        self.check("logistic_regression_2_2016.py", "logistic_regression_part2_older")

    def test_samples(self):
        self.check("01_x_plus_one.py", "x_plus_one", folder=SAMPLES)
        self.check("03_logistic_part1.py", "logistic_regression_part1", folder=SAMPLES)
        self.check("05_logistic_part2.py", "logistic_regression_part2", folder=SAMPLES)

    def test_readme(self):
        shown = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
        self.assertEqual(len(shown), 1)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "shown.py").write_text(shown[0])
            self.check("shown.py", "x_plus_one", folder=pathlib.Path(folder))

    def test_names_of_the_variables(self):
        printed = printed_by(PROGRAMS / "logistic_regression_2_2017.py")
        self.assertTrue(printed.startswith("['W', 'b']"))


if __name__ == "__main__":
    unittest.main()
