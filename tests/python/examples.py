# SPDX-License-Identifier: Apache-2.0
"""The programs of sample_graphs that train a network, with options for a small network."""
import os
import pathlib
import subprocess
import sys

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "sample_graphs"

# Options of the documents of the same names, and with -t of the tests.
PROGRAMS = {
    "convnets/alexnet": "--image_size 64 --width 0.25",
    "convnets/vgg_a": "--image_size 32 --width 0.25",
    "convnets/googlenet": "--image_size 32 --width 0.25",
    "convnets/overfeat": "--image_size 64 --width 0.125",
    "convnets/msra_resnet": "--depth 8 --width 0.5",
    "convnets/inception_v3": "--image_size 96 --width 0.125 --brief -z 16",
    "convnets/c3d": "--image_size 32 --width 0.125 -z 16",
    "recurrent/deepspeech": "",
    "recurrent/char_rae": "-z 32",
    "recurrent/imdb": "-z 32",
    "recurrent/text_generation": "",
    "recurrent/time_series": "",
    "recurrent/pointer_net": "-z 32",
    "others/wide_deep": "",
    "others/wgan": "",
    "others/dqn": "",
}
WITHOUT_DOCUMENT = ("others/dqn",)  # 18_dqn_cartpole.ngraph


def run(name, *options, folder):
    """Run a program in `folder` and return its output. Raises AssertionError if it fails."""
    command = [sys.executable, "-B", f"{SAMPLES.name}/{name}.py", "-w", "", "-r", "0",
               "--no_progress_bar", "-o", os.path.join(folder, "out.npz")]
    ran = subprocess.run(command + PROGRAMS[name].split() + list(options), cwd=SAMPLES.parent,
                         capture_output=True, text=True, timeout=900)
    if ran.returncode != 0:
        raise AssertionError(f"{name} ended with {ran.returncode}:\n{ran.stderr[-2000:]}")
    return ran.stdout


def last_values(output):
    """Return the line with the final evaluation."""
    return [line for line in output.splitlines() if line.startswith("At the end:")][-1]
