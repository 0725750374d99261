// SPDX-License-Identifier: Apache-2.0
// Protobuf messages of the original's graph files: bytes to dicts and back, by the message types
// of ngraph/op_graph/serde/schema.py. Absent fields are absent keys.
#include <pybind11/stl.h>

#include <map>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/python/bind.h"

namespace ng::python {
namespace {

using namespace pybind11::literals;
using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::pbf_writer;

constexpr int deepest = 64;  // nesting of messages: graphs of the original need about ten

using Enums = std::map<std::string, std::vector<std::string>>;
// By type and field number: name, label (one, repeated or map) and type.
using Messages = std::map<std::string, std::map<std::uint32_t, std::vector<std::string>>>;

struct Schema {
  const Messages& messages;
  const Enums& enums;
  bool is_message(const std::string& type) const { return messages.count(type) > 0; }
};

class MessageReader {
 public:
  MessageReader(const Schema& schema, std::string_view data) : schema_(schema), data_(data) {}

  py::object read(const std::string& type) {
    try {
      return message(pbf_reader(data_.data(), data_.size()), type, 0);
    } catch (const protozero::exception& error) {
      fail(error.what());
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    refuse(ErrorKind::bad_file, "a graph cannot be read: " + what + " at byte " +
                                    std::to_string(at_) +
                                    "; the file is damaged or is not a serialized graph");
  }

  // The next field; remembers its place for messages.
  bool next(pbf_reader& reader) {
    at_ = static_cast<std::size_t>(reader.data().data() - data_.data());
    return reader.next();
  }
  void need(const pbf_reader& reader, pbf_wire_type wire, const std::string& type) const {
    if (reader.wire_type() != wire)
      fail("a " + type + " has field type " + std::to_string(static_cast<int>(reader.wire_type())));
  }

  py::object message(pbf_reader reader, const std::string& type, int depth) {
    if (depth > deepest) fail("messages nested deeper than " + std::to_string(deepest));
    const auto& fields = schema_.messages.at(type);
    py::dict made;
    while (next(reader)) {
      const auto field = fields.find(reader.tag());
      if (field == fields.end())
        reader.skip();
      else
        add(reader, field->second, made, depth);
    }
    return made;
  }

  void add(pbf_reader& reader, const std::vector<std::string>& field, py::dict& made, int depth) {
    const py::str name(field[0]);
    const std::string &label = field[1], &type = field[2];
    const bool counted = reader.wire_type() == pbf_wire_type::length_delimited;
    if (label == "one") {
      made[name] = one(reader, type, depth);
    } else if (label == "map") {
      need(reader, pbf_wire_type::length_delimited, "map");
      const auto [key, value] = entry(reader.get_message(), type, depth);
      made.attr("setdefault")(name, py::dict())[key] = value;
    } else {
      py::list items = made.attr("setdefault")(name, py::list());
      if (!counted || schema_.is_message(type)) return items.append(one(reader, type, depth));
      for (const std::uint64_t value : reader.get_packed_uint64())
        items.append(scalar(value, type));
    }
  }

  std::pair<py::object, py::object> entry(pbf_reader reader, const std::string& type, int depth) {
    std::pair<py::object, py::object> made{py::str(), py::dict()};
    while (next(reader)) {
      if (reader.tag() > 2)
        reader.skip();
      else if (reader.tag() == 1)
        made.first = one(reader, "string", depth);
      else
        made.second = one(reader, type, depth);
    }
    return made;
  }

  py::object one(pbf_reader& reader, const std::string& type, int depth) {
    const bool counted = type == "string" || type == "bytes" || schema_.is_message(type);
    need(reader,
         counted            ? pbf_wire_type::length_delimited
         : type == "double" ? pbf_wire_type::fixed64
                            : pbf_wire_type::varint,
         type);
    if (type == "double") return py::float_(reader.get_double());
    if (type == "bytes") return py::bytes(reader.get_string());
    if (type == "string") return text(reader.get_string());
    return counted ? message(reader.get_message(), type, depth + 1)
                   : scalar(reader.get_uint64(), type);
  }

  py::object text(const std::string& bytes) const {
    PyObject* decoded =
        PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), nullptr);
    if (decoded) return py::reinterpret_steal<py::object>(decoded);
    PyErr_Clear();
    fail("a name is not text");
  }

  py::object scalar(std::uint64_t value, const std::string& type) const {
    if (type == "bool") return py::bool_(value != 0);
    const auto names = schema_.enums.find(type);
    if (names == schema_.enums.end()) return py::int_(static_cast<std::int64_t>(value));
    if (value >= names->second.size()) fail(type + " " + std::to_string(value) + " is unknown");
    return py::str(names->second[value]);
  }

  const Schema schema_;
  const std::string_view data_;
  std::size_t at_ = 0;
};

// A negative integer as its 64 bits.
std::uint64_t scalar_of(const Schema& schema, py::handle value, const std::string& type) {
  const auto names = schema.enums.find(type);
  if (names == schema.enums.end())
    return PyLong_AsUnsignedLongLongMask(py::int_(py::reinterpret_borrow<py::object>(value)).ptr());
  return py::cast(names->second).attr("index")(value).cast<std::uint64_t>();
}

void write_fields(const Schema& schema, pbf_writer& writer, py::handle message,
                  const std::string& type);

void write_one(const Schema& schema, pbf_writer& writer, std::uint32_t number, py::handle value,
               const std::string& type) {
  if (type == "string" || type == "bytes") {
    writer.add_bytes(number, value.cast<std::string>());
  } else if (schema.is_message(type)) {
    // As bytes, because a nested writer of protozero leaves out messages without fields.
    std::string bytes;
    pbf_writer inner(bytes);
    write_fields(schema, inner, value, type);
    writer.add_message(number, bytes);
  } else if (type == "double") {
    writer.add_double(number, value.cast<double>());
  } else {
    writer.add_uint64(number, scalar_of(schema, value, type));
  }
}

void write_fields(const Schema& schema, pbf_writer& writer, py::handle message,
                  const std::string& message_type) {
  const auto fields = message.cast<py::dict>();
  for (const auto& [number, field] : schema.messages.at(message_type)) {
    const std::string &name = field[0], &label = field[1], &type = field[2];
    if (!fields.contains(name)) continue;
    const py::object value = fields[py::str(name)];
    if (label == "one") {
      write_one(schema, writer, number, value, type);
    } else if (label == "map") {
      for (const auto& [key, item] : value.cast<py::dict>()) {
        pbf_writer entry(writer, number);
        write_one(schema, entry, 1, key, "string");
        write_one(schema, entry, 2, item, type);
      }
    } else if (schema.is_message(type)) {
      for (const py::handle item : value) write_one(schema, writer, number, item, type);
    } else {
      std::vector<std::uint64_t> packed;
      for (const py::handle item : value) packed.push_back(scalar_of(schema, item, type));
      writer.add_packed_uint64(number, packed.begin(), packed.end());
    }
  }
}

}  // namespace

void bind_messages(py::module_& m) {
  m.def(
      "parse_message",
      [](const py::bytes& data, const std::string& type, const Messages& messages,
         const Enums& enums) {
        return MessageReader({messages, enums}, std::string_view(data)).read(type);
      },
      "data"_a, "type"_a, "messages"_a, "enums"_a,
      "Return a protobuf message as a dict. Raises BadFile for malformed bytes.");
  m.def(
      "message_bytes",
      [](const py::dict& message, const std::string& type, const Messages& messages,
         const Enums& enums) {
        std::string bytes;
        pbf_writer writer(bytes);
        write_fields({messages, enums}, writer, message, type);
        return py::bytes(bytes);
      },
      "message"_a, "type"_a, "messages"_a, "enums"_a, "Return the bytes of a protobuf message.");
}

}  // namespace ng::python
