// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/stablehlo_module.h"

#include <algorithm>
#include <utility>

namespace ng::stablehlo {
namespace {

// clang-format off
constexpr std::pair<std::string_view, DType> element_types[] = {
    {"i1", DType::bool_}, {"i8", DType::i8},   {"i16", DType::i16}, {"i32", DType::i32},
    {"i64", DType::i64},  {"ui8", DType::u8},  {"ui16", DType::u16}, {"ui32", DType::u32},
    {"ui64", DType::u64}, {"f16", DType::f16}, {"bf16", DType::bf16}, {"f32", DType::f32},
    {"f64", DType::f64},
};
// clang-format on

}  // namespace

std::string to_string(const Type& type) {
  if (!type.is_tensor) return type.element;
  std::string text = "tensor<";
  for (const auto& length : type.dims) text += (length ? std::to_string(*length) : "?") + "x";
  return text + type.element + ">";
}

std::optional<DType> dtype_of(const Type& type) {
  for (const auto& [name, dtype] : element_types)
    if (type.is_tensor && type.element == name) return dtype;
  return std::nullopt;
}

std::optional<Shape> shape_of(const Type& type) {
  Shape shape;
  for (const auto& length : type.dims) {
    if (!length) return std::nullopt;
    shape.push_back(*length);
  }
  return shape;
}

const Attribute* Attribute::find(std::string_view name) const {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? nullptr : &list[static_cast<std::size_t>(at - names.begin())];
}

const Function* Module::find(std::string_view function) const {
  for (const Function& each : functions)
    if (each.name == function) return &each;
  return nullptr;
}

}  // namespace ng::stablehlo
