# SPDX-License-Identifier: Apache-2.0
"""Recordings of read English with their texts."""
import os
import tempfile
import wave

import numpy as np

from ngraph.frontends.neon.data.base import DataSet
from ngraph.util.persist import extract_archive

__all__ = ["Librispeech", "ingest_librispeech"]

_ARCHIVES = {
    "train-clean-100": "train-clean-100.tar.gz", "train-clean-360": "train-clean-360.tar.gz",
    "train-clean-500": "train-other-500.tar.gz", "dev-clean": "dev-clean.tar.gz",
    "dev-other": "dev-other.tar.gz", "test-clean": "test-clean.tar.gz",
    "test-other": "test-other.tar.gz"}
_RATE = 16000  # samples per second of synthetic recordings
_WORDS = "one two three four five six seven eight nine zero".split()


def ingest_librispeech(input_directory, manifest_file=None, absolute_paths=True):
    """Write a manifest of all recordings below a folder, with a path and a text per line, and
    return its path.
    """
    manifest_file = manifest_file or os.path.join(input_directory, "manifest.tsv")
    lines = []
    for folder, _, names in sorted(os.walk(input_directory)):
        shown = folder if absolute_paths else os.path.relpath(folder, input_directory)
        for name in sorted(name for name in names if name.endswith(".trans.txt")):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for line in filter(str.strip, file):
                    recording, _, text = line.strip().partition(" ")
                    suffix = ".wav" if f"{recording}.wav" in names else ".flac"
                    lines.append(f"{os.path.join(shown, recording + suffix)}\t{text}\n")
    if not lines:
        raise FileNotFoundError(f"no file *.trans.txt was found below {input_directory}")
    with open(manifest_file, "w", encoding="utf-8") as file:
        file.writelines(["@FILE\tSTRING\n"] + lines)
    return manifest_file


class Librispeech(DataSet):
    """Recordings of read English with their texts, listed in a manifest.

    The folder contains the published archive of the version, or the folder `version`. Synthetic
    recordings are .wav files with one tone per letter, in a temporary folder.
    """

    def __init__(self, manifest_file=None, path=None, version="dev-clean", seed=0):
        if version not in _ARCHIVES:
            raise ValueError(f"no version of Librispeech is called {version!r}; "
                             f"available: {', '.join(sorted(_ARCHIVES))}")
        super().__init__(path, seed)
        self.version, self.manifest_file = version, manifest_file
        self._made_folder = None

    def load_data(self, data_directory=None, manifest_file=None):
        """Return the path of the manifest; it is written if it does not exist."""
        manifest_file = manifest_file or self.manifest_file
        if manifest_file and os.path.exists(manifest_file):
            return manifest_file
        if not self.path and data_directory is None:
            data_directory = self._make_recordings()
        elif data_directory is None:
            data_directory = os.path.join(self.path, self.version)
        if not os.path.exists(data_directory):
            extract_archive(self.file(_ARCHIVES[self.version]), data_directory)
        return ingest_librispeech(data_directory, manifest_file)

    def _make_recordings(self):
        if self._made_folder is None:
            self._made_folder = tempfile.TemporaryDirectory(prefix="librispeech")
        folder, random = self._made_folder.name, np.random.RandomState(self.seed)
        with open(os.path.join(folder, "0-0.trans.txt"), "w", encoding="utf-8") as file:
            for number in range(40):
                text = " ".join(random.choice(_WORDS, random.randint(1, 4))).upper()
                file.write(f"0-0-{number:04d} {text}\n")
                _write_tones(os.path.join(folder, f"0-0-{number:04d}.wav"), text, random)
        return folder


def _write_tones(path, text, random):
    """Write a recording of 60 ms per letter, whose pitch is the letter."""
    time = np.arange(int(0.06 * _RATE)) / _RATE
    pitch = {letter: 300.0 + 90 * number for number, letter in
             enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
    tones = [0.5 * np.sin(2 * np.pi * pitch[letter] * time) if letter in pitch else 0 * time
             for letter in text]
    samples = np.concatenate(tones) + random.normal(0, 0.01, len(tones) * len(time))
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes((32000 * np.clip(samples, -1, 1)).astype("<i2").tobytes())
