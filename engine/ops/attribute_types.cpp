// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/attribute_types.h"

#include <utility>

namespace ng {
namespace {

constexpr std::pair<std::string_view, AttributeType> rows[] = {
    {"J", AttributeType::integer},
    {"R", AttributeType::integer},
    {"S", AttributeType::integer},
    {"T", AttributeType::integer},
    {"active", AttributeType::integer},
    {"axes", AttributeType::axes},
    {"axis", AttributeType::axes},
    {"batch_first", AttributeType::integer},
    {"descending", AttributeType::flag},
    {"details", AttributeType::text},
    {"dil_d", AttributeType::integer},
    {"dil_h", AttributeType::integer},
    {"dil_w", AttributeType::integer},
    {"dim", AttributeType::integer},
    {"domain", AttributeType::text},
    {"dtype", AttributeType::text},
    {"eps", AttributeType::number},
    {"exclusive", AttributeType::flag},
    {"from", AttributeType::text},
    {"group", AttributeType::text},
    {"group_size", AttributeType::integer},
    {"groups", AttributeType::integer},
    {"high", AttributeType::number},
    {"initial_distribution", AttributeType::text},
    {"initial_location", AttributeType::number},
    {"initial_seed", AttributeType::number},
    {"initial_spread", AttributeType::number},
    {"initial_value", AttributeType::tensor},
    {"kind", AttributeType::text},
    {"limit", AttributeType::number},
    {"loc", AttributeType::number},
    {"low", AttributeType::number},
    {"normalization_axes", AttributeType::axes},
    {"op", AttributeType::text},
    {"out_axes", AttributeType::axes},
    {"outputs", AttributeType::integer},
    {"pad_c", AttributeType::integer},
    {"pad_d", AttributeType::integer},
    {"pad_end_c", AttributeType::integer},
    {"pad_end_d", AttributeType::integer},
    {"pad_end_h", AttributeType::integer},
    {"pad_end_w", AttributeType::integer},
    {"pad_h", AttributeType::integer},
    {"pad_idx", AttributeType::integer},
    {"pad_value", AttributeType::integer},
    {"pad_w", AttributeType::integer},
    {"paddings", AttributeType::text},
    {"peer", AttributeType::integer},
    {"pos", AttributeType::integer},
    {"prefix", AttributeType::text},
    {"ranks", AttributeType::axes},
    {"reason", AttributeType::text},
    {"reduction", AttributeType::text},
    {"reduction_axes", AttributeType::axes},
    {"results", AttributeType::integer},
    {"returns", AttributeType::integer},
    {"reverse", AttributeType::flag},
    {"root", AttributeType::integer},
    {"scale", AttributeType::number},
    {"sequences", AttributeType::integer},
    {"slices", AttributeType::text},
    {"states", AttributeType::integer},
    {"str_c", AttributeType::integer},
    {"str_d", AttributeType::integer},
    {"str_h", AttributeType::integer},
    {"str_w", AttributeType::integer},
    {"tag", AttributeType::integer},
    {"ties", AttributeType::text},
    {"to", AttributeType::text},
    {"update", AttributeType::flag},
    {"value", AttributeType::tensor},
    {"x_axes", AttributeType::axes},
    {"y_axes", AttributeType::axes},
};

}  // namespace

std::string_view describe(AttributeType type) {
  switch (type) {
    case AttributeType::flag: return "true or false";
    case AttributeType::integer: return "an integer";
    case AttributeType::number: return "a number";
    case AttributeType::text: return "a text";
    case AttributeType::axes: return "a list of axes";
    case AttributeType::tensor: return "an array";
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
