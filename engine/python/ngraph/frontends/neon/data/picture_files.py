# SPDX-License-Identifier: Apache-2.0
"""Reads pictures: PNG and netpbm files, and those that Pillow reads if it is installed."""
import importlib.util
import os
import re
import struct
import zlib

import numpy as np

from ngraph.util.errors import BadFile

SUFFIXES = (".png", ".ppm", ".pgm", ".jpg", ".jpeg", ".bmp", ".gif", ".webp")
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # by PNG colour type
_MOST = 1 << 28  # bytes of one picture
_PNG = b"\x89PNG"
_NETPBM = re.compile(rb"P([56])\s+(?:#.*\s+)*(\d+)\s+(\d+)\s+255\s")


def _netpbm(data, path):
    header = _NETPBM.match(data)
    channels = 3 if header[1] == b"6" else 1
    width, height = int(header[2]), int(header[3])
    pixels = data[header.end():header.end() + width * height * channels]
    if len(pixels) != width * height * channels:
        raise BadFile(f"{path}: the picture ends early")
    return np.frombuffer(pixels, np.uint8).reshape(height, width, channels)


def _unfilter(kind, row, above, step):
    """Undo a PNG filter of one row, in place."""
    for i in range(len(row)):
        left = int(row[i - step]) if i >= step else 0
        up, corner = int(above[i]), int(above[i - step]) if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            p = left + up - corner
            a, b, c = abs(p - left), abs(p - up), abs(p - corner)
            guess = left if a <= b and a <= c else up if b <= c else corner
        row[i] = (int(row[i]) + guess) & 255


def _is_plain(data):
    """Is it a PNG with 8 bits, without palette and interlacing, or an 8-bit netpbm file?"""
    if not data.startswith(_PNG):
        return _NETPBM.match(data) is not None
    if len(data) < 29 or data[12:16] != b"IHDR":
        return False
    return data[24] == 8 and data[25] in _CHANNELS and data[28] == 0


def _png(data, path):
    at, packed, size = 8, b"", struct.unpack(">IIBB", data[16:26])
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    width, height, channels = size[0], size[1], _CHANNELS[size[3]]
    stride = width * channels
    if (stride + 1) * height > _MOST:
        raise BadFile(f"{path}: the picture is too large")
    pixels = zlib.decompressobj().decompress(packed, (stride + 1) * height)
    if len(pixels) != (stride + 1) * height:
        raise BadFile(f"{path}: the picture ends early")
    rows = np.frombuffer(pixels, np.uint8).reshape(height, stride + 1).copy()
    above = np.zeros(stride, np.uint8)
    for row in rows:
        if row[0]:
            _unfilter(row[0], row[1:], above, channels)
        above = row[1:]
    return rows[:, 1:].reshape(height, width, channels)


def _in_colour(pixels):
    if pixels.shape[2] in (2, 4):  # without alpha
        pixels = pixels[:, :, :-1]
    return np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else pixels


def read_picture(path):
    """Return a picture as an array (height, width, 3) of bytes."""
    with open(path, "rb") as file:
        data = file.read()
    if _is_plain(data):
        return _in_colour((_png if data.startswith(_PNG) else _netpbm)(data, path))
    if importlib.util.find_spec("PIL") is None:
        raise BadFile(f"{path}: only PNG files with 8 bits, without palette and interlacing, and "
                      "netpbm files with 8 bits are read; install Pillow for others")
    return _by_pillow(path)


def _by_pillow(path):
    from PIL import Image
    try:
        with Image.open(path) as picture:
            if picture.mode.startswith("I;16"):  # whose conversion to bytes cuts, not scales
                return _in_colour((np.asarray(picture) >> 8).astype(np.uint8)[:, :, None])
            return np.asarray(picture.convert("RGB"))
    except OSError as error:
        raise BadFile(f"{path}: {error}") from error


def resized(picture, height, width):
    """Return the picture in another size, by the nearest pixels."""
    rows = np.arange(height) * picture.shape[0] // height
    columns = np.arange(width) * picture.shape[1] // width
    return picture[rows[:, None], columns]
