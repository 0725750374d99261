// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/attribute_types.h"

#include <utility>

namespace ng {
namespace {

constexpr std::pair<std::string_view, AttributeType> rows[] = {
    {"axes", AttributeType::axes},
    {"dtype", AttributeType::text},
    {"initial_value", AttributeType::tensor},
    {"limit", AttributeType::number},
    {"normalization_axes", AttributeType::axes},
    {"out_axes", AttributeType::axes},
    {"reduction_axes", AttributeType::axes},
    {"results", AttributeType::integer},
    {"returns", AttributeType::integer},
    {"value", AttributeType::tensor},
    {"x_axes", AttributeType::axes},
    {"y_axes", AttributeType::axes},
};

}  // namespace

std::string_view describe(AttributeType type) {
  switch (type) {
    case AttributeType::flag:
      return "true or false";
    case AttributeType::integer:
      return "a whole number";
    case AttributeType::number:
      return "a number";
    case AttributeType::text:
      return "a text";
    case AttributeType::axes:
      return "a list of axes";
    case AttributeType::tensor:
      return "an array";
  }
  return "";
}

std::optional<AttributeType> attribute_type(std::string_view key) {
  for (const auto& [name, type] : rows) {
    if (name == key) return type;
  }
  return std::nullopt;
}

}  // namespace ng
