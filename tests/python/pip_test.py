# SPDX-License-Identifier: Apache-2.0
"""Installs the package with pip, as users do: `./dev python` with the build that is there, and
`pip install .` in a clean copy without a build. Skipped where PyPI cannot be reached.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program_of_readme():
    """Return the Python program in README.md, which prints 1 to 5."""
    return re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]


class Installed(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.python = self.folder / "venv" / "bin" / "python3"

    def ran(self, *command, cwd):
        """Return the output of a command that must succeed, or skip the test without PyPI."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        result = subprocess.run(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if re.search("NewConnectionError|ConnectTimeoutError|could not fetch", result.stdout):
            self.skipTest("PyPI cannot be reached")
        self.assertEqual(result.returncode, 0, result.stdout)
        return result.stdout

    def check(self):
        """The README's program and the command line run outside the checkout, and no file of the
        package is missing."""
        (self.folder / "program.py").write_text(program_of_readme())
        printed = self.ran(self.python, "program.py", cwd=self.folder)
        self.assertEqual([float(line) for line in printed.split()], [1, 2, 3, 4, 5])
        package = self.ran(self.python, "-c", "import ngraph; print(ngraph.__path__[0])",
                           cwd=self.folder).strip()
        self.assertTrue(package.startswith(str(self.folder)), package)
        printed = self.ran(self.python.with_name("ngraph"), "--version", cwd=self.folder)
        self.assertRegex(printed, r"^ngraph \d+\.\d+\.\d+\n$")
        sources = ROOT / "engine" / "python" / "ngraph"
        for source in sources.rglob("*.py"):
            installed = pathlib.Path(package, source.relative_to(sources))
            self.assertTrue(installed.is_file() and not installed.is_symlink(), installed)


class WithTheBuild(Installed):
    def test_dev_python(self):
        printed = self.ran(ROOT / "dev", "python", self.folder / "venv", cwd=self.folder)
        self.assertIn("done: the package ngraph is installed", printed)
        self.check()


class WithoutABuild(Installed):
    def test_pip_install(self):
        copy = self.folder / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("build", ".git", ".venv"))
        self.ran("/usr/bin/python3", "-m", "venv", self.folder / "venv", cwd=self.folder)
        self.ran(self.folder / "venv" / "bin" / "pip", "install", ".", cwd=copy)
        self.check()


if __name__ == "__main__":
    unittest.main()
