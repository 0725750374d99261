# SPDX-License-Identifier: Apache-2.0
"""Protobuf wire format for the messages of schema.py: dicts to bytes and back.

Absent fields are absent keys. Fields that the schema lacks are skipped.
"""
import struct

from ngraph.op_graph.serde.schema import ENUMS, MESSAGES
from ngraph.util.errors import BadFile

_DEEPEST = 64  # nesting of messages: graphs of the original need about ten

_VARINT, _EIGHT_BYTES, _COUNTED, _FOUR_BYTES = 0, 1, 2, 5


def _refuse(what, at):
    raise BadFile(f"a graph cannot be read: {what} at byte {at}; the file is damaged or is not a "
                  "serialized graph")


class _Reader:
    def __init__(self, data, at, end):
        self.data, self.at, self.end = data, at, end

    def varint(self):
        """Read an unsigned integer."""
        value = shift = 0
        while True:
            if self.at >= self.end or shift > 63:
                _refuse("an unterminated integer", self.at)
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7f) << shift
            if byte < 0x80:
                return value & 0xffffffffffffffff
            shift += 7

    def counted(self):
        """Return a reader of a length-delimited field."""
        count = self.varint()
        if count > self.end - self.at:
            _refuse(f"a field of {count} bytes, but only {self.end - self.at} are left", self.at)
        inner = _Reader(self.data, self.at, self.at + count)
        self.at += count
        return inner

    def fixed(self, count):
        """Read this many bytes."""
        if count > self.end - self.at:
            _refuse("the last bytes are missing", self.at)
        self.at += count
        return self.data[self.at - count:self.at]

    def rest(self):
        """Read all remaining bytes."""
        return self.fixed(self.end - self.at)

    def skip(self, wire_type):
        """Skip an unknown field."""
        if wire_type == _VARINT:
            self.varint()
        elif wire_type == _COUNTED:
            self.counted()
        elif wire_type in (_EIGHT_BYTES, _FOUR_BYTES):
            self.fixed(8 if wire_type == _EIGHT_BYTES else 4)
        else:
            _refuse(f"field type {wire_type}", self.at)


def _signed(value):
    return value - (1 << 64) if value >> 63 else value


def _read_scalar(reader, kind):
    if kind == "bool":
        return bool(reader.varint())
    if kind in ("uint32", "int32", "int64"):
        return _signed(reader.varint())
    if kind in ENUMS:
        number = reader.varint()
        if number >= len(ENUMS[kind]):
            _refuse(f"{kind} {number} is unknown", reader.at)
        return ENUMS[kind][number]
    return struct.unpack("<d", reader.fixed(8))[0]


def _read_text(reader):
    at = reader.at
    try:
        return bytes(reader.rest()).decode("utf-8")
    except UnicodeDecodeError:
        return _refuse("a name is not text", at)


def _read_one(reader, wire_type, kind, depth):
    if kind in ("string", "bytes") or kind in MESSAGES:
        if wire_type != _COUNTED:
            _refuse(f"a {kind} has field type {wire_type}", reader.at)
        inner = reader.counted()
        if kind == "string":
            return _read_text(inner)
        return bytes(inner.rest()) if kind == "bytes" else _read_message(inner, kind, depth + 1)
    if wire_type != (_EIGHT_BYTES if kind == "double" else _VARINT):
        _refuse(f"a {kind} has field type {wire_type}", reader.at)
    return _read_scalar(reader, kind)


def _read_entry(reader, kind, depth):
    key, value = "", {}
    while reader.at < reader.end:
        tag = reader.varint()
        if tag >> 3 == 1:
            key = _read_one(reader, tag & 7, "string", depth)
        elif tag >> 3 == 2:
            value = _read_one(reader, tag & 7, kind, depth)
        else:
            reader.skip(tag & 7)
    return key, value


def _read_field(reader, wire_type, field, message, depth):
    name, label, kind = field
    if label == "map":
        key, value = _read_entry(reader.counted(), kind, depth)
        message.setdefault(name, {})[key] = value
    elif label == "repeated" and wire_type == _COUNTED and kind not in MESSAGES:
        inner = reader.counted()
        while inner.at < inner.end:
            message.setdefault(name, []).append(_read_scalar(inner, kind))
    elif label == "repeated":
        message.setdefault(name, []).append(_read_one(reader, wire_type, kind, depth))
    else:
        message[name] = _read_one(reader, wire_type, kind, depth)


def _read_message(reader, kind, depth):
    if depth > _DEEPEST:
        _refuse(f"messages nested deeper than {_DEEPEST}", reader.at)
    fields, message = MESSAGES[kind], {}
    while reader.at < reader.end:
        tag = reader.varint()
        field = fields.get(tag >> 3)
        if field is None:
            reader.skip(tag & 7)
        else:
            _read_field(reader, tag & 7, field, message, depth)
    return message


def parse(data, kind):
    """Return the message of this type as a dict. Raises BadFile for malformed bytes."""
    return _read_message(_Reader(memoryview(bytes(data)), 0, len(data)), kind, 0)


def _varint(value):
    value &= 0xffffffffffffffff
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7f | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def _scalar(value, kind):
    if kind in ENUMS:
        return _varint(ENUMS[kind].index(value))
    return struct.pack("<d", value) if kind == "double" else _varint(int(value))


def _counted(number, content):
    return _varint(number << 3 | _COUNTED) + _varint(len(content)) + content


def _field(number, value, kind):
    if kind == "string":
        return _counted(number, value.encode("utf-8"))
    if kind == "bytes":
        return _counted(number, bytes(value))
    if kind in MESSAGES:
        return _counted(number, serialize(value, kind))
    wire_type = _EIGHT_BYTES if kind == "double" else _VARINT
    return _varint(number << 3 | wire_type) + _scalar(value, kind)


def serialize(message, kind):
    """Return the bytes of a message."""
    parts = []
    for number, (name, label, field_kind) in MESSAGES[kind].items():
        if name not in message:
            continue
        value = message[name]
        if label == "map":
            parts += [_counted(number, _field(1, key, "string") + _field(2, entry, field_kind))
                      for key, entry in value.items()]
        elif label == "repeated" and field_kind not in MESSAGES:
            parts.append(_counted(number, b"".join(_scalar(item, field_kind) for item in value)))
        elif label == "repeated":
            parts += [_field(number, item, field_kind) for item in value]
        else:
            parts.append(_field(number, value, field_kind))
    return b"".join(parts)
