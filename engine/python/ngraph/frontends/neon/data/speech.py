# SPDX-License-Identifier: Apache-2.0
"""Spectra of recordings and their texts as characters, for networks with a ctc cost."""
import importlib.util
import os
import wave

import numpy as np

import ngraph as ng
from ngraph.frontends.neon.arrayiterator import ArrayIterator
from ngraph.util.errors import BadFile

__all__ = ["ALPHABET", "SpeechIterator", "read_recording", "spectrum", "speech_arrays"]

ALPHABET = "_' ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # number 0 is the blank of ctc
_WINDOW, _STEP = 0.02, 0.01  # seconds


def read_recording(path):
    """Return samples in [-1, 1) and their number per second, of a .wav file, or of a file that the
    package soundfile reads.
    """
    if not path.endswith(".wav"):
        if importlib.util.find_spec("soundfile") is None:
            raise BadFile(f"{path}: install the package soundfile to read "
                          f"{os.path.splitext(path)[1]} files, or convert them to .wav")
        import soundfile
        samples, rate = soundfile.read(path)
        return samples.reshape(len(samples), -1)[:, 0], rate
    try:
        with wave.open(path, "rb") as file:
            if file.getsampwidth() != 2:
                raise BadFile(f"{path}: only 16-bit recordings are read")
            data = np.frombuffer(file.readframes(file.getnframes()), "<i2")
            return data.reshape(-1, file.getnchannels())[:, 0] / 32768.0, file.getframerate()
    except wave.Error as error:
        raise BadFile(f"{path}: {error}") from error


def spectrum(samples, rate, bands):
    """Return the log power (time, bands) of windows of 20 ms every 10 ms, standardized."""
    window, step = int(_WINDOW * rate), int(_STEP * rate)
    count = 1 + max(0, len(samples) - window) // step
    samples = np.pad(samples, (0, max(0, window - len(samples))))
    places = np.arange(count)[:, None] * step + np.arange(window)
    power = np.abs(np.fft.rfft(samples[places] * np.hanning(window))) ** 2
    groups = np.array_split(power, bands, axis=1)
    logs = np.log(np.stack([group.mean(axis=1) for group in groups], axis=1) + 1e-10)
    return (logs - logs.mean()) / (logs.std() + 1e-6)


def speech_arrays(manifest, bands=40, max_seconds=16.5):
    """Return the recordings of a manifest of Librispeech, without longer ones.

    "audio" (N, C, W) are spectra over the axes of a convolution, C being the bands and W the time;
    "audio_length" the used percentage of W; "char_map" (N, characters) the texts, and
    "trans_length" their lengths.
    """
    spectra, texts = [], []
    numbers = {letter: number for number, letter in enumerate(ALPHABET)}
    with open(manifest, encoding="utf-8") as file:
        for line in file:
            path, _, text = line.rstrip("\n").partition("\t")
            if path == "@FILE":
                continue
            samples, rate = read_recording(
                os.path.join(os.path.dirname(os.path.abspath(manifest)), path))
            if len(samples) <= max_seconds * rate:
                spectra.append(spectrum(samples, rate, bands))
                texts.append([numbers[each] for each in text.upper() if each in numbers])
    if not spectra:
        raise BadFile(f"{manifest}: no recordings of at most {max_seconds} s")
    time = max(map(len, spectra))
    audio = np.zeros((len(spectra), bands, time), np.float32)
    chars = np.zeros((len(texts), max(map(len, texts))), np.int64)
    for number, (each, text) in enumerate(zip(spectra, texts)):
        audio[number, :, :len(each)] = each.T
        chars[number, :len(text)] = text
    return {"audio": {"data": audio, "axes": ("N", "C", "W")},
            "audio_length": {"data": np.array([100.0 * len(each) / time for each in spectra]),
                             "axes": ("N",)},
            "char_map": {"data": chars, "axes": ("N", "characters")},
            "trans_length": {"data": np.array(list(map(len, texts))), "axes": ("N",)}}


class SpeechIterator(ArrayIterator):
    """Batches of speech_arrays, in which "char_map" is the concatenation of the texts that ng.ctc
    takes, padded at the end.
    """

    def make_placeholders(self, include_iteration=False):
        """Return placeholders by name."""
        placeholders = super().make_placeholders(include_iteration)
        length = self.batch_size * self.data_arrays["char_map"].shape[1]
        placeholders["char_map"] = ng.placeholder(
            [ng.make_axis(length, name="characters")]).named("char_map")
        return placeholders

    def __next__(self):
        batch = super().__next__()
        texts = [text[:int(length)] for text, length in
                 zip(batch["char_map"], batch["trans_length"])]
        together = np.concatenate(texts)
        batch["char_map"] = np.pad(together, (0, batch["char_map"].size - len(together)))
        return batch
