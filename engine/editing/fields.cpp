// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/fields.h"

#include <algorithm>

#include "engine/base/exact_text.h"
#include "engine/base/quote.h"
#include "engine/editing/functions.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/ops/attribute_types.h"

namespace ng::editing {
namespace {

constexpr std::int64_t most_elements = 64;

std::string text_of(const AxesModel& axes) {
  std::string text;
  for (const AxisUse& use : axes) {
    text += text.empty() ? "" : ", ";
    if (use.id.empty()) text += text_of(use.members);
    text += use.id;
    if (use.level != 0)
      text += (use.level < 0 ? " - " : " + ") + std::to_string(std::abs(use.level));
  }
  return "[" + text + "]";
}

// Nested lists of the elements starting at `next`.
std::string text_of(const Tensor& value, std::size_t dimension, std::int64_t& next) {
  if (dimension == value.shape.size()) return exact_text(number_at(value, next++), value.dtype);
  std::string text;
  for (std::int64_t i = 0; i < value.shape[dimension]; ++i)
    text += (i > 0 ? ", " : "") + text_of(value, dimension + 1, next);
  return "[" + text + "]";
}

// An array of equal elements as a single number, which is broadcast. Empty if too long.
std::string text_of(const Tensor& value) {
  const auto count = static_cast<std::int64_t>(value.size());
  std::int64_t equal = 0;
  while (equal < count && number_at(value, equal) == number_at(value, 0)) ++equal;
  if (count > 0 && equal == count) return exact_text(number_at(value, 0), value.dtype);
  std::int64_t next = 0;
  return count > most_elements ? std::string() : text_of(value, 0, next);
}

std::string text_of(const AttributeModel& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value)) return exact_text(*number, DType::f64);
  if (const auto* text = std::get_if<std::string>(&value)) return "\"" + *text + "\"";
  if (const auto* axes = std::get_if<AxesModel>(&value)) return text_of(*axes);
  return text_of(std::get<TensorModel>(value).value);
}

// The source of a placeholder, as an argument of feed().
std::string source_of(const RunPlan& plan, const std::string& placeholder) {
  for (const PlanBinding& each : plan.bindings) {
    if (each.placeholder != placeholder) continue;
    if (each.source == PlanBinding::Source::value) return text_of(each.value.value);
    if (each.source == PlanBinding::Source::schedule) return "schedule=\"" + each.schedule + "\"";
    if (each.source == PlanBinding::Source::random) return "random=\"" + each.random.text() + "\"";
    if (!each.data.empty()) return "data=\"" + each.data + "\"";
    return "file=\"" + each.file + (each.array.empty() ? "\"" : "\", array=\"" + each.array + "\"");
  }
  return {};
}

}  // namespace

std::vector<Field> fields_of(const Draft& draft, RowId id) {
  const auto& ops = draft.model().ops;
  const auto op =
      std::find_if(ops.begin(), ops.end(), [id](const auto& row) { return row.id == id; });
  if (op == ops.end()) return {};
  const std::string self = "#" + std::to_string(id);
  std::vector<Field> fields{{"name", op->named ? op->name : "", "rename(" + self + ", \"%1\")"}};
  if (kind_of(*op) == OpKind::placeholder)
    fields.push_back({"fed", draft.model().plan ? source_of(*draft.model().plan, op->name) : "",
                      "feed(" + self + ", %1)"});
  const auto add = [&](const std::string& key, const std::string& value) {
    fields.push_back({key, value, "set(" + self + ", " + key + "=%1)"});
  };
  for (const auto& [key, value] : op->attributes)
    if (const std::string text = text_of(value); !text.empty()) add(key, text);
  const Function* function = find_function(op->op);
  if (!function) return fields;
  for (const Parameter& each : function->parameters) {
    const bool operand = each.kind == Kind::operand || each.kind == Kind::operands;
    const bool there = std::any_of(op->attributes.begin(), op->attributes.end(),
                                   [&](const auto& a) { return a.first == each.name; });
    if (!operand && !there && !each.required() && attribute_type(each.name))
      add(std::string(each.name), std::string(each.default_text));
  }
  return fields;
}

}  // namespace ng::editing
