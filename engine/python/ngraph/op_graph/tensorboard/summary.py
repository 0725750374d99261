# SPDX-License-Identifier: Apache-2.0
"""Values that TensorBoard shows, as messages of event files."""
import io
import re
import struct
import sys
import wave
import zlib

import numpy as np

_COLOURS = {1: 0, 3: 2, 4: 6}  # colour types of PNG by number of channels


def tag_of(name):
    """Return the name with letters, digits, '_', '-', '.' and '/' only."""
    return re.sub(r"[^-/\w.]", "_", name).lstrip("/")


def _of(name, **value):
    return {"value": [{"tag": tag_of(name), **value}]}


def scalar(name, value):
    """Return the message of a number."""
    return _of(name, simple_value=float(value))


def _limits():
    """Return the upper ends of buckets, which grow by a tenth."""
    positive = 1e-12 * 1.1 ** np.arange(774)
    return np.concatenate([-positive[::-1], [0], positive, [sys.float_info.max]])


def histogram(name, values):
    """Return the message of the distribution of values, at least one."""
    held = np.ravel(np.asarray(values, dtype=float))
    if not held.size or not np.isfinite(held).all():
        raise ValueError(f"{name}: a histogram needs finite values, at least one; "
                         f"{np.count_nonzero(np.isfinite(held))} of {held.size} are finite")
    limits = _limits()
    counts = np.bincount(np.searchsorted(limits, held), minlength=len(limits))
    used = np.flatnonzero(counts)
    return _of(name, histo={
        "min": held.min(), "max": held.max(), "num": held.size, "sum": held.sum(),
        "sum_squares": np.square(held).sum(), "bucket_limit": limits[used].tolist(),
        "bucket": counts[used].tolist()})


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(pixels):
    """Return a PNG file of height x width x channels bytes."""
    height, width, channels = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOURS[channels], 0, 0, 0)
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # filter 0 before each row
    rows[:, 1:] = pixels.reshape(height, -1)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header)
            + _chunk(b"IDAT", zlib.compress(rows.tobytes())) + _chunk(b"IEND", b""))


def image(name, pixels):
    """Return the message of an image: height x width, or with 1, 3 or 4 channels.

    The values are bytes, or numbers from 0 to 1.
    """
    held = np.asarray(pixels)
    held = held[:, :, None] if held.ndim == 2 else held
    if held.ndim != 3 or held.shape[2] not in _COLOURS:
        raise ValueError(f"{name}: an image is height x width x 1, 3 or 4 channels, not "
                         f"{' x '.join(map(str, held.shape))}")
    if held.dtype != np.uint8:
        if not ((held >= 0) & (held <= 1)).all():
            raise ValueError(f"{name}: the pixels are bytes (uint8), or numbers from 0 to 1; found "
                             f"{held.dtype} from {held.min()} to {held.max()}")
        held = np.rint(held * 255).astype(np.uint8)
    height, width, channels = held.shape
    return _of(name, image={"height": height, "width": width, "colorspace": channels,
                            "encoded_image_string": png(held)})


def audio(name, samples, sample_rate):
    """Return the message of a recording: 16-bit samples by frame, or frame x channel."""
    held = np.asarray(samples)
    held = held[:, None] if held.ndim == 1 else held
    integers = held.dtype.kind in "iu"
    if held.ndim != 2 or not integers or not ((held >= -32768) & (held <= 32767)).all():
        raise ValueError(f"{name}: a recording is frames x channels of integers from -32768 to "
                         f"32767, not {' x '.join(map(str, held.shape))} of {held.dtype}")
    frames, channels = held.shape
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setparams((channels, 2, int(sample_rate), frames, "NONE", None))
        wav.writeframes(held.astype("<i2").tobytes())
    return _of(name, audio={"sample_rate": sample_rate, "num_channels": channels,
                            "length_frames": frames, "encoded_audio_string": file.getvalue(),
                            "content_type": "audio/wav"})
