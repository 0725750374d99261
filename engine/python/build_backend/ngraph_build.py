# SPDX-License-Identifier: Apache-2.0
"""Build backend of `pip install .`: scikit-build-core on all cores, with progress on the terminal.

If `./dev build` has built the extension for this interpreter, that build is brought up to date and
its files are installed; nothing is compiled a second time.
"""
import os

from build_stages import ROOT, built_folder, progress, set_environment
from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F401,F403


def _settings(given):
    """Return the settings of the build: with the folder of an existing build, if there is one."""
    settings = dict(given or {})
    folder = built_folder()
    if folder and "cmake.define.NGRAPH_BUILT" not in settings:
        print(f"*** installing the engine built in {os.path.relpath(folder, ROOT)}", flush=True)
        settings["cmake.define.NGRAPH_BUILT"] = folder
        settings["build-dir"] = os.path.join("build", "wheel-from-built")
    return settings


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Build the wheel, as PEP 517 specifies."""
    set_environment()
    with progress():
        return _build.build_wheel(wheel_directory, _settings(config_settings), metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Build an editable wheel, as PEP 660 specifies."""
    set_environment()
    with progress():
        return _build.build_editable(wheel_directory, _settings(config_settings),
                                     metadata_directory)
