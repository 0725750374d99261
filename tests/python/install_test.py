# SPDX-License-Identifier: Apache-2.0
"""Tests of the build of `pip install .`: settings, use of an existing build, and shown stages."""
import io
import os
import pathlib
import sys
import sysconfig
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "engine" / "python" / "build_backend"
sys.path.insert(0, str(FOLDER))
import build_stages  # noqa: E402


class Install(unittest.TestCase):
    def test_jobs_are_limited_by_cores_and_memory(self):
        self.assertEqual(build_stages.jobs(8, 32_000_000), 8)
        self.assertEqual(build_stages.jobs(8, 3_500_000), 3)
        self.assertEqual(build_stages.jobs(8, 100), 1)

    def test_an_existing_build_of_this_interpreter_is_used(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder, "python", "ngraph")
            package.mkdir(parents=True)
            self.assertIsNone(build_stages.built_folder(folder))
            pathlib.Path(folder, "build.ninja").touch()
            (package / "_engine.cpython-30-other.so").touch()
            self.assertIsNone(build_stages.built_folder(folder))
            (package / f"_engine{sysconfig.get_config_var('EXT_SUFFIX')}").touch()
            self.assertEqual(build_stages.built_folder(folder), folder)

    def test_the_users_settings_are_kept(self):
        before = dict(os.environ)
        try:
            os.environ["CMAKE_BUILD_PARALLEL_LEVEL"] = "1"
            os.environ.pop("CCACHE_BASEDIR", None)
            build_stages.set_environment()
            self.assertEqual(os.environ["CMAKE_BUILD_PARALLEL_LEVEL"], "1")
            self.assertEqual(os.environ["CCACHE_BASEDIR"], str(FOLDER.parents[2]))
        finally:
            os.environ.clear()
            os.environ.update(before)

    def test_stages_are_shown_and_the_output_is_kept(self):
        lines = ["*** Configuring CMake...\n", "note: an object\n",
                 "[12 of 300] Building a.cpp.o\n"]
        copy, shown = io.StringIO(), []
        build_stages.follow(lines, copy, shown.append)
        self.assertEqual(copy.getvalue(), "".join(lines))
        self.assertEqual(shown, ["*** Configuring CMake...", "[12 of 300] Building a.cpp.o"])


if __name__ == "__main__":
    unittest.main()
