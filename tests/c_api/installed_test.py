# SPDX-License-Identifier: Apache-2.0
"""Installs what other projects build with, moves it, and builds a project outside the tree with
find_package(ngraph). Arguments: CMake, the build folder, the sample graphs. More arguments are what
the test installs: it does not read them, they only tell what it depends on."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD, SAMPLES = sys.argv[1:4]
PROJECT = pathlib.Path(__file__).parent / "outside"


def run(*command):
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        raise AssertionError(f"{command}\n{result.stdout}")
    return result.stdout


def configure(project, built, prefix):
    """Return the command that configures a project. A build with Make would need Make."""
    return [CMAKE, "-G", "Ninja", "-S", project, "-B", built, f"-DCMAKE_PREFIX_PATH={prefix}"]


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        folder = pathlib.Path(cls.temporary.name)
        first, cls.prefix, cls.built = folder / "first", folder / "moved", folder / "built"
        run(CMAKE, "--install", BUILD, "--prefix", first, "--component", "development", "--strip")
        os.rename(first, cls.prefix)
        run(*configure(PROJECT, cls.built, cls.prefix))
        run(CMAKE, "--build", cls.built)

    def test_c(self):
        sample = pathlib.Path(SAMPLES, "01_x_plus_one.ngraph")
        self.assertEqual(run(self.built / "by_c", sample).split(), ["5"])

    def test_engine(self):
        self.assertEqual(run(self.built / "by_engine").splitlines(), ["5", "2 axes"])

    def test_no_file_names_the_build(self):
        for path in (self.prefix / "lib" / "cmake" / "ngraph").iterdir():
            text = path.read_text()
            self.assertNotIn(str(PROJECT.parents[2]), text, path)
            self.assertNotIn(BUILD, text, path)

    def test_another_version_is_refused(self):
        outside = self.built.with_name("outside")
        outside.mkdir()
        text = (PROJECT / "CMakeLists.txt").read_text()
        (outside / "CMakeLists.txt").write_text(text.replace("ngraph 0.1", "ngraph 0.2"))
        found = subprocess.run(configure(outside, outside / "built", self.prefix), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertNotEqual(found.returncode, 0)
        self.assertIn("version: 0.1.0", found.stdout)
        self.assertEqual(found.stdout.count("CMake Error"), 1, found.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
