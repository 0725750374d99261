# SPDX-License-Identifier: Apache-2.0
"""Writes a picture of the window as a small PNG: `small_png.py IN.bmp OUT.png`.

A window has few colours besides those of its smoothed letters, so 256 of them are enough."""

import pathlib
import struct
import sys
import zlib

import numpy

COLOURS = 256


def read_bmp(data):
    """The pixels (height, width, 3) of an uncompressed 32-bit BMP, as Qt writes it."""
    offset, = struct.unpack_from("<I", data, 10)
    width, height = struct.unpack_from("<ii", data, 18)
    bits, = struct.unpack_from("<H", data, 28)
    row = (width * bits // 8 + 3) // 4 * 4
    rows = numpy.frombuffer(data, numpy.uint8, abs(height) * row, offset).reshape(-1, row)
    pixels = rows[:, :width * bits // 8].reshape(abs(height), width, bits // 8)[:, :, 2::-1]
    return pixels[::-1] if height > 0 else pixels


def palette_of(colours, counts):
    """COLOURS of the colours: the frequent ones, and means of the others (median cut)."""
    order = numpy.argsort(-counts)
    exact, rest = order[:COLOURS // 2], order[COLOURS // 2:]
    boxes = [rest] if len(rest) else []
    while boxes and len(boxes) < COLOURS - len(exact):
        spans = [numpy.ptp(colours[box], axis=0).max() if len(box) > 1 else 0 for box in boxes]
        worst = int(numpy.argmax(spans))
        if spans[worst] == 0:
            break
        box = boxes.pop(worst)
        channel = numpy.ptp(colours[box], axis=0).argmax()
        box = box[numpy.argsort(colours[box][:, channel], kind="stable")]
        boxes += [box[:len(box) // 2], box[len(box) // 2:]]
    means = [numpy.average(colours[box], axis=0, weights=counts[box]) for box in boxes]
    return numpy.vstack([colours[exact], *means]).round().astype(numpy.uint8)


def indexed(pixels):
    """The palette, and its index for each pixel."""
    codes = pixels.astype(numpy.uint32) @ numpy.array([65536, 256, 1], numpy.uint32)
    known, places, counts = numpy.unique(codes, return_inverse=True, return_counts=True)
    colours = numpy.stack([known >> 16, known >> 8 & 255, known & 255], axis=1).astype(numpy.int32)
    palette = palette_of(colours, counts) if len(known) > COLOURS else colours.astype(numpy.uint8)
    nearest = [numpy.square(palette.astype(numpy.int32) - colour).sum(axis=1).argmin()
               for colour in colours]
    return palette, numpy.array(nearest, numpy.uint8)[places].reshape(pixels.shape[:2])


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(pixels):
    palette, indices = indexed(pixels)
    height, width = indices.shape
    rows = numpy.hstack([numpy.zeros((height, 1), numpy.uint8), indices])  # 0: unfiltered
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", palette.tobytes())
            + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    source, target = map(pathlib.Path, sys.argv[1:])
    target.write_bytes(png(read_bmp(source.read_bytes())))
