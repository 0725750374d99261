// SPDX-License-Identifier: Apache-2.0
// Reads the fields of protobuf messages with the checks and messages of a Reader.
#pragma once

#include <cstring>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <string>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/base/reader.h"
#include "engine/base/utf8.h"

namespace ng {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

inline constexpr const char* export_again = "the file is damaged; export or download it again";

// What protozero found; its own texts name its classes.
inline std::string fault_of(const protozero::exception& error) {
  if (dynamic_cast<const protozero::end_of_buffer_exception*>(&error)) {
    return "a field that ends before its last byte";
  }
  if (dynamic_cast<const protozero::varint_too_long_exception*>(&error)) {
    return "an integer of more than ten bytes";
  }
  if (dynamic_cast<const protozero::invalid_tag_exception*>(&error))
    return "an invalid field number";
  if (dynamic_cast<const protozero::unknown_pbf_wire_type_exception*>(&error)) {
    return "a field of an unknown wire type";
  }
  return error.what();
}

inline std::string wire_type_text(pbf_wire_type type) {
  switch (type) {
    case pbf_wire_type::varint: return "an integer (wire type 0)";
    case pbf_wire_type::fixed64: return "8 bytes (wire type 1)";
    case pbf_wire_type::length_delimited: return "text, a list or a message (wire type 2)";
    case pbf_wire_type::fixed32: return "4 bytes (wire type 5)";
    default: return "an unknown wire type";
  }
}

// Over a file that is in memory. Each function throws a bad_file Error at the field's offset if the
// field has another type or breaks a limit; truncated fields throw protozero::exception.
class ProtoFields {
 public:
  ProtoFields(Reader& reader, const char* begin, std::uint64_t size)
      : reader_(reader), begin_(begin), size_(size) {}

  // Moves to the next field, whose position later messages name.
  bool next(pbf_reader& message) {
    offset_ = size_ - rest(message);
    return message.next();
  }

  [[noreturn]] void fail(std::string what, std::string found, std::string expected) {
    reader_.fail_at(offset_,
                    {std::move(what), std::move(found), std::move(expected), export_again});
  }

  void require(const pbf_reader& message, pbf_wire_type type, const char* field) {
    if (message.wire_type() == type) return;
    fail("the field '" + std::string(field) + "' has a wrong type",
         wire_type_text(message.wire_type()), wire_type_text(type));
  }

  std::string text(pbf_reader& message, const char* field) {
    require(message, pbf_wire_type::length_delimited, field);
    const protozero::data_view view = message.get_view();
    reader_.check_limit("the length of a text", view.size(), reader_.limits().document_bytes);
    return {view.data(), view.size()};
  }

  std::string name(pbf_reader& message, const char* field) {
    std::string value = text(message, field);
    reader_.check_limit("the length of a name", value.size(), reader_.limits().name_bytes);
    if (has_control_character(value)) {
      fail("the field '" + std::string(field) + "' holds a control character", quote(value),
           "printable text");
    }
    if (!is_utf8(value)) {
      fail("the field '" + std::string(field) + "' is not UTF-8", quote(value), "text in UTF-8");
    }
    return value;
  }

  std::int64_t integer(pbf_reader& message, const char* field) {
    require(message, pbf_wire_type::varint, field);
    return message.get_int64();
  }

  pbf_reader inner(pbf_reader& message, const char* field) {
    require(message, pbf_wire_type::length_delimited, field);
    return message.get_message();
  }

  // Appends one element, or the elements of a packed field.
  template <class F>
  void integers(pbf_reader& message, const char* field, F&& add) {
    if (message.wire_type() == pbf_wire_type::varint) return add(message.get_int64());
    require(message, pbf_wire_type::length_delimited, field);
    const protozero::data_view view = message.get_view();
    const char *at = view.data(), *end = at + view.size();
    while (at < end) add(static_cast<std::int64_t>(protozero::decode_varint(&at, end)));
  }

  // The fixed-size elements of a field, packed or single.
  template <class T, class F>
  void numbers(pbf_reader& message, const char* field, F&& add) {
    const auto single = sizeof(T) == 4 ? pbf_wire_type::fixed32 : pbf_wire_type::fixed64;
    if (message.wire_type() == single) {
      if constexpr (sizeof(T) == 4)
        return add(static_cast<T>(message.get_float()));
      else
        return add(static_cast<T>(message.get_double()));
    }
    require(message, pbf_wire_type::length_delimited, field);
    const protozero::data_view view = message.get_view();
    if (view.size() % sizeof(T) != 0) {
      fail("the field '" + std::string(field) + "' ends inside an element",
           counted(view.size(), "byte"), "a multiple of " + std::to_string(sizeof(T)));
    }
    for (std::size_t i = 0; i < view.size(); i += sizeof(T)) {
      T value;
      std::memcpy(&value, view.data() + i, sizeof(T));
      add(value);
    }
  }

  std::uint64_t offset() const { return offset_; }

 protected:
  Reader& reader_;

 private:
  std::uint64_t rest(const pbf_reader& message) const {
    return static_cast<std::uint64_t>(begin_ + size_ - message.data().data());
  }

  const char* begin_;
  std::uint64_t size_, offset_ = 0;
};

}  // namespace ng
