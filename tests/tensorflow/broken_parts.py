# SPDX-License-Identifier: Apache-2.0
"""Messages of TensorFlow's .proto files as bytes, also such that no library would write."""

import struct

FLOAT, DOUBLE, INT32, STRING, INT64, BOOL, RESOURCE = 1, 2, 3, 7, 9, 10, 20


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, content):
    """A field of text, bytes or a message."""
    content = content.encode() if isinstance(content, str) else content
    return varint(number << 3 | 2) + varint(len(content)) + content


def integer(number, value):
    return varint(number << 3) + varint(value)


def shape(*lengths):
    return b"".join(field(2, integer(1, length)) for length in lengths)


def tensor(dtype, lengths, content=None, extra=b""):
    raw = b"" if content is None else field(4, content)
    return integer(1, dtype) + field(2, shape(*lengths)) + raw + extra


def floats(*values, lengths=None):
    lengths = (len(values),) if lengths is None else lengths
    return tensor(FLOAT, lengths, struct.pack(f"<{len(values)}f", *values))


def ints(*values, lengths=None):
    lengths = (len(values),) if lengths is None else lengths
    return tensor(INT32, lengths, struct.pack(f"<{len(values)}i", *values))


def attr(key, value):
    return field(5, field(1, key) + field(2, value))


def type_attr(key, value):
    return attr(key, integer(6, value))


def int_attr(key, value):
    return attr(key, integer(3, value))


def text_attr(key, value):
    return attr(key, field(2, value))


def list_attr(key, *values):
    return attr(key, field(1, b"".join(integer(3, value) for value in values)))


def shape_attr(*lengths):
    return attr("shape", field(7, shape(*lengths)))


def func_attr(key, name):
    return attr(key, field(10, field(1, name)))


def node(name, op, inputs=(), *attrs):
    """A NodeDef."""
    return (field(1, name) + field(2, op) + b"".join(field(3, i) for i in inputs) + b"".join(attrs))


def graph(*nodes, functions=()):
    library = field(2, b"".join(field(1, f) for f in functions)) if functions else b""
    return b"".join(field(1, each) for each in nodes) + library


def placeholder(name="x", lengths=(2, 3), dtype=FLOAT):
    return node(name, "Placeholder", (), type_attr("dtype", dtype), shape_attr(*lengths))


def const(name, value):
    return node(name, "Const", (), attr("value", field(8, value)))


def function(name, inputs, outputs, nodes, returns):
    signature = field(1, name)
    signature += b"".join(field(2, field(1, each)) for each in inputs)
    signature += b"".join(field(3, field(1, each)) for each in outputs)
    entries = b"".join(field(4, field(1, key) + field(2, value)) for key, value in returns.items())
    return field(1, signature) + b"".join(field(3, each) for each in nodes) + entries


def of_x(op, *attrs, inputs=(), lengths=(2, 3), dtype=FLOAT):
    """A graph with one node that reads a placeholder and constants."""
    names = [f"c{i}" for i in range(len(inputs))]
    constants = [const(name, value) for name, value in zip(names, inputs)]
    return graph(placeholder(lengths=lengths, dtype=dtype), *constants,
                 node("y", op, ["x", *names], *attrs))


CASTAGNOLI = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    CASTAGNOLI.append(byte)


def masked_crc(content):
    crc = 0xFFFFFFFF
    for each in content:
        crc = crc >> 8 ^ CASTAGNOLI[(crc ^ each) & 255]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def block(entries, kind=0, restarts=1, crc=None):
    """A block of a sorted table: (shared, key, value) entries."""
    content = b""
    for shared, key, value in entries:
        content += varint(shared) + varint(len(key)) + varint(len(value)) + key + value
    content += struct.pack("<I", 0) + struct.pack("<I", restarts)
    stored = masked_crc(content + bytes([kind])) if crc is None else crc
    return content + bytes([kind]) + struct.pack("<I", stored)


def table(entries, handle=None, magic=0xDB4775248B80FB57, data=None, index=None):
    """An index file of a checkpoint."""
    data = block(entries) if data is None else data
    handle = varint(0) + varint(len(data) - 5) if handle is None else handle
    meta = block([])
    index = block([(0, b"\xff", handle)]) if index is None else index
    ends = varint(len(data)) + varint(len(meta) - 5)
    ends += varint(len(data) + len(meta)) + varint(len(index) - 5)
    return data + meta + index + ends.ljust(40, b"\0") + struct.pack("<Q", magic)


def header(shards=1):
    return integer(1, shards) + field(3, integer(1, 1))


def entry(dtype=FLOAT, lengths=(2,), shard=0, offset=0, size=8, extra=b""):
    return (integer(1, dtype) + field(2, shape(*lengths)) + integer(3, shard) +
            integer(4, offset) + integer(5, size) + extra)
