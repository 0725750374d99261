// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/safetensors_types.h"

#include <utility>

namespace ng {
namespace {

// Names in the file, and our names.
constexpr std::pair<std::string_view, std::string_view> types[] = {
    {"F64", "float64"},
    {"F32", "float32"},
    {"F16", "float16"},
    {"BF16", "bfloat16"},
    {"I8", "int8"},
    {"I16", "int16"},
    {"I32", "int32"},
    {"I64", "int64"},
    {"U8", "uint8"},
    {"U16", "uint16"},
    {"U32", "uint32"},
    {"U64", "uint64"},
    {"BOOL", "bool"},
    {"C64", "complex64"},
    {"F8_E4M3", "float8_e4m3fn"},
    {"F8_E4M3FNUZ", "float8_e4m3fnuz"},
    {"F8_E5M2", "float8_e5m2"},
    {"F8_E5M2FNUZ", "float8_e5m2fnuz"},
    {"F8_E8M0", "float8_e8m0fnu"},
    {"F6_E2M3", "float6_e2m3fn"},
    {"F6_E3M2", "float6_e3m2fn"},
    {"F4", "float4_e2m1fn"},
};

}  // namespace

std::string_view safetensors_name(const StoredType& type) {
  for (const auto& [name, ours] : types)
    if (ours == type.name()) return name;
  return {};
}

StoredType safetensors_type(std::string_view name) {
  for (const auto& [text, ours] : types)
    if (text == name) return StoredType(ours);
  return StoredType(name);
}

}  // namespace ng
