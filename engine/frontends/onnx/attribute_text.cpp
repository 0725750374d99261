// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/attribute_text.h"

#include "engine/base/number.h"
#include "engine/base/quote.h"

namespace ng::onnx {
namespace {

constexpr std::size_t most_listed = 16, most_text = 400;

std::string listed(const std::vector<std::int64_t>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < most_listed; ++i) {
    text += (i ? ", " : "") + std::to_string(values[i]);
  }
  return "[" + text + (values.size() > most_listed ? ", …]" : "]");
}

std::string short_number(double value) {
  return to_string(Number(value), 6);
}

std::string text_of(const Attribute& a) {
  switch (a.kind) {
    case AttributeKind::number: return short_number(a.f);
    case AttributeKind::integer: return std::to_string(a.i);
    case AttributeKind::text: return quote(a.s);
    case AttributeKind::integers: return listed(a.ints);
    case AttributeKind::numbers: return std::to_string(a.floats.size()) + " numbers";
    case AttributeKind::tensor: return "a tensor";
    case AttributeKind::graph: return "a graph";
    default: return "…";
  }
}

}  // namespace

std::string details_of(const Node& node) {
  std::string text;
  for (const Attribute& attribute : node.attributes) {
    if (text.size() > most_text) return text + ", …";
    text += (text.empty() ? "" : ", ") + attribute.name + "=" + text_of(attribute);
  }
  return text;
}

}  // namespace ng::onnx
