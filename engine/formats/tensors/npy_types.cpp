// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/npy_types.h"

#include <charconv>
#include <utility>

namespace ng {
namespace {

constexpr std::pair<std::string_view, std::string_view> types[] = {
    {"f8", "float64"},     {"f4", "float32"},     {"f2", "float16"},
    {"i1", "int8"},        {"i2", "int16"},       {"i4", "int32"},
    {"i8", "int64"},       {"u1", "uint8"},       {"u2", "uint16"},
    {"u4", "uint32"},      {"u8", "uint64"},      {"b1", "bool"},
    {"c8", "complex64"},   {"c16", "complex128"}, {"V2", "bfloat16"},
    {"f1", "float8_e5m2"},  // as ml_dtypes writes it
};

// A record of one field of one byte, named by a type: [('float8_e5m2', '|u1')].
std::string_view name_of_record(std::string_view descr) {
  if (!descr.starts_with("[('") && !descr.starts_with("[(\"")) return {};
  const std::size_t end = descr.find(descr[2], 3);
  if (end == std::string_view::npos) return {};
  const std::string_view rest = descr.substr(end + 1);
  for (const std::string_view byte : {", '|u1')]", ", '|V1')]", ", '|i1')]"})
    if (rest == byte) return descr.substr(3, end - 3);
  return {};
}

// Bits of an element of a type that has no values; 0: unknown.
std::int64_t bits_of(std::string_view type) {
  if (type.empty()) return 0;
  if (type.starts_with("M8") || type.starts_with("m8")) return 64;
  std::int64_t size = 0;
  const char* end = type.data() + type.size();
  const auto read = std::from_chars(type.data() + 1, end, size);
  if (read.ec != std::errc() || read.ptr != end || size < 0 || size > 1 << 30) return 0;
  switch (type[0]) {
    case 'U': return 32 * size;
    case 'S':
    case 'a':
    case 'V':
    case 'f':
    case 'c': return 8 * size;
    default: return 0;
  }
}

}  // namespace

std::string npy_descr(const StoredType& type) {
  for (const auto& [text, name] : types) {
    if (name != type.name() || type.name().starts_with("float8")) continue;
    const bool ordered = type.bits() > 8 && text[0] != 'V';
    return "'" + std::string(ordered ? "<" : "|") + std::string(text) + "'";
  }
  if (type.dtype() || !type.is_real() || type.bits() != 8) return {};
  return "[('" + std::string(type.name()) + "', '|u1')]";
}

NpyType npy_type(const std::string& descr) {
  NpyType type;
  const std::string_view record = name_of_record(descr);
  if (const StoredType named(record); named.values() && named.bits() == 8) {
    type.dtype = named;
    return type;
  }
  const bool ordered =
      !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
  const std::string_view code = std::string_view(descr).substr(ordered ? 1 : 0);
  for (const auto& [text, name] : types) {
    if (code != text) continue;
    type.dtype = StoredType(name);
    type.swapped = descr[0] == '>';
    type.assumed = code == "V2";
    return type;
  }
  type.objects = code.starts_with('O');
  if (type.objects)
    type.dtype = StoredType("object");
  else if (descr.starts_with('['))
    type.dtype = StoredType("records " + descr);
  else
    type.dtype = StoredType(descr, bits_of(code));
  return type;
}

}  // namespace ng
