// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/documents/attribute_json.h"

#include <charconv>
#include <cmath>

#include "engine/base/quote.h"
#include "engine/formats/documents/tensor_json.h"

namespace ng {
namespace {

using nlohmann::ordered_json;

ordered_json axis_json(const AxisUse& use) {
  if (use.id.empty()) {
    ordered_json members = ordered_json::array();
    for (const AxisUse& member : use.members) members.push_back(axis_json(member));
    return members;
  }
  if (use.level == 0) return use.id;
  return use.id + (use.level > 0 ? "+" : "") + std::to_string(use.level);
}

// Parses "C" or "C-1". An axis whose id looks like a dual takes precedence.
AxisUse read_axis(const JsonField& field, const AxisIds& axes) {
  if (field.is_list()) {
    AxisUse flattened;
    for (const JsonField& member : field.items()) {
      flattened.members.push_back(read_axis(member, axes));
    }
    return flattened;
  }
  const std::string text = field.name();
  if (axes.count(text) > 0) return {text, 0, {}};
  const std::size_t sign = text.find_last_of("+-");
  if (sign != std::string::npos && sign > 0 && axes.count(text.substr(0, sign)) > 0) {
    const char* const end = text.data() + text.size();
    const char* const digits = text.data() + sign + (text[sign] == '+' ? 1 : 0);
    int level = 0;
    const auto [stop, error] = std::from_chars(digits, end, level);
    if (error == std::errc() && stop == end && std::abs(level) <= 1000) {
      return {text.substr(0, sign), level, {}};
    }
  }
  std::string known;
  for (const std::string& axis : axes) {
    if (known.size() > 200) break;
    known += (known.empty() ? "" : ", ") + axis;
  }
  field.fail("there is no such axis", quote(text),
             known.empty() ? "an axis; the document has none" : "one of: " + known,
             "add it to \"axes\"");
}

AxesModel read_axes(const JsonField& field, const AxisIds& axes) {
  AxesModel uses;
  const auto items = field.items();
  field.reader().check_limit("the number of axes", items.size(), field.reader().limits().rank);
  for (const JsonField& item : items) uses.push_back(read_axis(item, axes));
  return uses;
}

}  // namespace

ordered_json attribute_json(const AttributeModel& attribute) {
  struct Visitor {
    ordered_json operator()(bool value) const { return value; }
    ordered_json operator()(std::int64_t value) const { return value; }
    ordered_json operator()(double value) const {
      if (std::isfinite(value)) return value;
      return {{"float", number_json(value)}};
    }
    ordered_json operator()(const std::string& value) const { return value; }
    ordered_json operator()(const AxesModel& axes) const {
      ordered_json list = ordered_json::array();
      for (const AxisUse& use : axes) list.push_back(axis_json(use));
      return list;
    }
    ordered_json operator()(const TensorModel& value) const { return tensor_json(value); }
  };
  return std::visit(Visitor{}, attribute);
}

AttributeModel read_attribute_json(const JsonField& field, const AxisIds& axes) {
  const auto& data = field.value().data;
  if (const auto* flag = std::get_if<bool>(&data)) return *flag;
  if (const auto* whole = std::get_if<std::int64_t>(&data)) return *whole;
  if (const auto* number = std::get_if<double>(&data)) return *number;
  if (field.is_text()) return field.text();
  if (field.is_list()) return read_axes(field, axes);
  if (field.is_object() && field.find("float")) return read_number_json(field.at("float"));
  if (field.is_object()) return read_tensor_json(field);
  field.fail("invalid attribute", describe(field.value()),
             "true or false, a number, a text, a list of axes, or an array");
}

}  // namespace ng
