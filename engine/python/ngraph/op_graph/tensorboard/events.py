# SPDX-License-Identifier: Apache-2.0
"""Event files: messages of TensorFlow's protocol buffers, in records with checksums."""
import struct

_FIELDS = {
    "Event": {"wall_time": (1, "double"), "step": (2, "int"), "file_version": (3, "bytes"),
              "graph_def": (4, "bytes"), "summary": (5, "Summary")},
    "Summary": {"value": (1, "Value")},
    "Value": {"tag": (1, "bytes"), "simple_value": (2, "float"), "image": (4, "Image"),
              "histo": (5, "Histogram"), "audio": (6, "Audio")},
    "Image": {"height": (1, "int"), "width": (2, "int"), "colorspace": (3, "int"),
              "encoded_image_string": (4, "bytes")},
    "Histogram": {"min": (1, "double"), "max": (2, "double"), "num": (3, "double"),
                  "sum": (4, "double"), "sum_squares": (5, "double"),
                  "bucket_limit": (6, "doubles"), "bucket": (7, "doubles")},
    "Audio": {"sample_rate": (1, "float"), "num_channels": (2, "int"), "length_frames": (3, "int"),
              "encoded_audio_string": (4, "bytes"), "content_type": (5, "bytes")},
    "GraphDef": {"node": (1, "Node")},
    "Node": {"name": (1, "bytes"), "op": (2, "bytes"), "input": (3, "bytes"),
             "attr": (5, "Attribute")},
    "Attribute": {"key": (1, "bytes"), "value": (2, "AttributeValue")},
    "AttributeValue": {"list": (1, "Shapes"), "s": (2, "bytes"), "i": (3, "int"), "f": (4, "float"),
                       "b": (5, "int"), "shape": (7, "Shape")},
    "Shapes": {"shape": (7, "Shape")},
    "Shape": {"dim": (2, "Length")},
    "Length": {"size": (1, "int"), "name": (2, "bytes")},
}


def _varint(number):
    number &= (1 << 64) - 1
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


def _field(number, kind, value):
    if kind == "int":
        return _varint(number << 3) + _varint(int(value))
    if kind == "double":
        return _varint(number << 3 | 1) + struct.pack("<d", value)
    if kind == "float":
        return _varint(number << 3 | 5) + struct.pack("<f", value)
    if kind == "doubles":
        held = struct.pack(f"<{len(value)}d", *value)
    elif kind == "bytes":
        held = value.encode() if isinstance(value, str) else value
    else:
        held = message_bytes(value, kind)
    return _varint(number << 3 | 2) + _varint(len(held)) + held


def message_bytes(message, kind):
    """Return the bytes of a message, a dict by field; a repeated field is a list."""
    written = b""
    for name, value in message.items():
        number, held = _FIELDS[kind][name]
        repeated = isinstance(value, list) and held != "doubles"
        written += b"".join(_field(number, held, each) for each in (value if repeated else [value]))
    return written


def _table():
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        yield value


_CRC = tuple(_table())


def crc32c(data):
    """Return the Castagnoli checksum of bytes."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def _masked(data):
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def record(event):
    """Return the record of an event, which event files are made of."""
    data = message_bytes(event, "Event")
    length = struct.pack("<Q", len(data))
    return length + _masked(length) + data + _masked(data)
