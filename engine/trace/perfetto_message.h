// SPDX-License-Identifier: Apache-2.0
// A message of a Perfetto trace, read field by field. Adds the field type checks that protozero
// leaves out, since a damaged file may contain any type.
#pragma once

#include <cstdint>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <string>

namespace ng::perfetto {

// Each get_… throws protozero::exception if the field has another type or is truncated.
class Message : private protozero::pbf_reader {
 public:
  using pbf_reader::next;
  using pbf_reader::pbf_reader;
  using pbf_reader::skip;
  using pbf_reader::tag;
  using pbf_reader::wire_type;

  std::uint64_t get_uint64() { return number().pbf_reader::get_uint64(); }
  std::uint32_t get_uint32() { return number().pbf_reader::get_uint32(); }
  std::int64_t get_int64() { return number().pbf_reader::get_int64(); }
  std::int32_t get_int32() { return number().pbf_reader::get_int32(); }
  bool get_bool() { return number().pbf_reader::get_bool(); }
  std::string get_string() { return bytes().pbf_reader::get_string(); }
  Message get_message() { return Message(bytes().get_view()); }
  auto get_packed_uint64() { return bytes().pbf_reader::get_packed_uint64(); }

 private:
  Message& of(protozero::pbf_wire_type type) {
    if (wire_type() != type) throw protozero::unknown_pbf_wire_type_exception();
    return *this;
  }
  Message& number() { return of(protozero::pbf_wire_type::varint); }
  Message& bytes() { return of(protozero::pbf_wire_type::length_delimited); }
};

}  // namespace ng::perfetto
