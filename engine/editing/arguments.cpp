// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/arguments.h"

#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/graph/node.h"
#include "engine/ops/make_op.h"
#include "engine/ops/result_type.h"
#include "engine/runtime/representable.h"

namespace ng::editing {
namespace {

std::string number_text(double value) {
  return to_string(Number(value), 6);
}

void gather(const Given& given, std::size_t depth, Shape& shape, std::vector<Number>& values) {
  if (const auto number = given.number()) {
    if (depth != shape.size())
      refuse_at(given.column, "the rows of an array have different depths", number_text(*number));
    values.push_back(*number);
    return;
  }
  const auto* list = std::get_if<GivenList>(&given.value);
  if (!list) refuse_at(given.column, "an array must contain numbers", describe(given), "a number");
  const auto length = static_cast<std::int64_t>(list->size());
  if (depth == shape.size() && values.empty()) shape.push_back(length);
  if (depth >= shape.size() || shape[depth] != length)
    refuse_at(given.column, "the rows of an array have different lengths", std::to_string(length),
              depth < shape.size() ? std::to_string(shape[depth]) : "a number");
  for (const Given& each : *list) gather(each, depth + 1, shape, values);
}

}  // namespace

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::operand: return "an op or a number";
    case Kind::operands: return "a list of ops";
    case Kind::axes:
    case Kind::reduction_axes:
    case Kind::out_axes: return "a list of axes";
    case Kind::axis: return "an axis";
    case Kind::number: return "a number";
    case Kind::integer: return "an integer";
    case Kind::text:
    case Kind::dtype:
    case Kind::other_dtype: return "a text";
    case Kind::flag: return "True or False";
    case Kind::array:
    case Kind::initial:
    case Kind::paddings: return "a number or an array";
    case Kind::slices: return "indices and slices";
    case Kind::dict: return "{\"name\": number}";
  }
  return "";
}

std::string describe(const Given& given) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "None"; }
    std::string operator()(bool value) const { return value ? "True" : "False"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const { return quote(value); }
    std::string operator()(const Op& op) const { return describe(op.value()); }
    std::string operator()(const Axis& axis) const { return "the axis " + axis.label(); }
    std::string operator()(const SliceItem&) const { return "a slice"; }
    std::string operator()(const GivenList& list) const {
      return "a list of " + std::to_string(list.size());
    }
    std::string operator()(const GivenDict& dict) const {
      return std::to_string(dict.size()) + " named values";
    }
  };
  return std::visit(Visitor{}, given.value);
}

Tensor exact_array_of(const Given& given) {
  Shape shape;
  std::vector<Number> values;
  gather(given, 0, shape, values);
  return ng::array_of(shape, values);
}

Tensor array_of(const Given& given, DType dtype) {
  const Tensor exact = exact_array_of(given);
  if (const auto fault = unrepresentable(exact, dtype, "the array"))
    refuse_at(given.column, fault->what, fault->found, fault->expected);
  return broadcast_to(exact, dtype, exact.shape, "the array");
}

std::optional<Number> Given::number() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* large = std::get_if<std::uint64_t>(&value)) return *large;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

Given Given::of(const Number& number, int column) {
  const Integer whole = number.integer();
  if (number.is_integer() && wrapped(DType::i64, whole) == whole)
    return {static_cast<std::int64_t>(whole), column};
  if (number.is_integer() && wrapped(DType::u64, whole) == whole)
    return {static_cast<std::uint64_t>(whole), column};
  return {number.real(), column};
}

void Arguments::refuse(const std::string& name, const Given& given, std::string_view expected) {
  refuse_at(given.column, "the argument " + quote(name) + " has the wrong type",
            ng::editing::describe(given), std::string(expected));
}

const Given& Arguments::at(const std::string& name) const {
  static const Given nothing;
  const auto found = given_.find(name);
  return found == given_.end() ? nothing : found->second;
}

bool Arguments::has(const std::string& name) const {
  return !at(name).absent();
}

Operand Arguments::operand_of(const std::string& name, const Given& given) {
  if (const Op* op = std::get_if<Op>(&given.value)) return *op;
  if (const auto number = given.number()) {
    Tensor exact = scalar_tensor(*number);
    if (exact.dtype != DType::f64) return exact;
    return number->real();
  }
  if (std::holds_alternative<GivenList>(given.value)) {
    const DType type = current_result_type();
    return is_float(type) ? array_of(given, type) : exact_array_of(given);
  }
  refuse(name, given, describe(Kind::operand));
}

Operand Arguments::operand(const std::string& name) const {
  return operand_of(name, at(name));
}

std::vector<Op> Arguments::operands(const std::string& name) const {
  const Given& given = at(name);
  if (const Op* op = std::get_if<Op>(&given.value)) return {*op};
  const auto* list = std::get_if<GivenList>(&given.value);
  if (!list) refuse(name, given, describe(Kind::operands));
  std::vector<Op> ops;
  for (const Given& each : *list) ops.emplace_back(as_value(operand_of(name, each)));
  return ops;
}

std::optional<Axes> Arguments::optional_axes(const std::string& name) const {
  const Given& given = at(name);
  if (given.absent()) return std::nullopt;
  if (const Axis* axis = std::get_if<Axis>(&given.value)) return Axes(*axis);
  const auto* list = std::get_if<GivenList>(&given.value);
  if (!list) refuse(name, given, describe(Kind::axes));
  std::vector<Axis> axes;
  for (const Given& each : *list) {
    if (const Axis* axis = std::get_if<Axis>(&each.value)) {
      axes.push_back(*axis);
      continue;
    }
    const auto* members = std::get_if<GivenList>(&each.value);
    if (!members) refuse(name, each, "an axis");
    std::vector<Axis> inside;
    for (const Given& member : *members) {
      const Axis* axis = std::get_if<Axis>(&member.value);
      if (!axis) refuse(name, member, "an axis");
      inside.push_back(*axis);
    }
    axes.push_back(make_flattened_axis(std::move(inside)));
  }
  return Axes(std::move(axes));
}

Axes Arguments::axes(const std::string& name) const {
  if (auto axes = optional_axes(name)) return *axes;
  refuse(name, at(name), describe(Kind::axes));
}

Axis Arguments::axis(const std::string& name) const {
  const Axes all = axes(name);
  if (all.size() != 1) refuse(name, at(name), describe(Kind::axis));
  return all[0];
}

double Arguments::number(const std::string& name, double otherwise) const {
  const Given& given = at(name);
  if (given.absent()) return otherwise;
  if (const auto number = given.number()) return *number;
  refuse(name, given, describe(Kind::number));
}

std::optional<std::int64_t> Arguments::optional_integer(const std::string& name) const {
  const Given& given = at(name);
  if (given.absent()) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&given.value)) return *whole;
  refuse(name, given, describe(Kind::integer));
}

std::int64_t Arguments::integer(const std::string& name, std::int64_t otherwise) const {
  return optional_integer(name).value_or(otherwise);
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
  const Given& given = at(name);
  if (given.absent()) return otherwise;
  if (const auto* text = std::get_if<std::string>(&given.value)) return *text;
  refuse(name, given, describe(Kind::text));
}

bool Arguments::flag(const std::string& name, bool otherwise) const {
  const Given& given = at(name);
  if (given.absent()) return otherwise;
  if (const auto* flag = std::get_if<bool>(&given.value)) return *flag;
  refuse(name, given, describe(Kind::flag));
}

DType Arguments::dtype(const std::string& name) const {
  const Given& given = at(name);
  if (given.absent()) return DType::f32;
  const auto* text = std::get_if<std::string>(&given.value);
  const auto dtype = text ? dtype_from_name(*text) : std::nullopt;
  if (!dtype) refuse(name, given, "a type such as \"float32\" or \"int32\"");
  return *dtype;
}

std::optional<Tensor> Arguments::exact_array(const std::string& name) const {
  const Given& given = at(name);
  if (given.absent()) return std::nullopt;
  return exact_array_of(given);
}

std::optional<Tensor> Arguments::array(const std::string& name, DType dtype) const {
  const Given& given = at(name);
  if (given.absent()) return std::nullopt;
  return array_of(given, dtype);
}

std::vector<SliceItem> Arguments::slices(const std::string& name) const {
  const Given& given = at(name);
  const auto* list = std::get_if<GivenList>(&given.value);
  if (!list) refuse(name, given, describe(Kind::slices));
  std::vector<SliceItem> items;
  for (const Given& each : *list) {
    if (const auto* item = std::get_if<SliceItem>(&each.value))
      items.push_back(*item);
    else if (const auto* index = std::get_if<std::int64_t>(&each.value))
      items.push_back(SliceItem::at(*index));
    else
      refuse(name, each, describe(Kind::slices));
  }
  return items;
}

std::map<std::string, std::int64_t> Arguments::integers(const std::string& name) const {
  const Given& given = at(name);
  const auto* dict = std::get_if<GivenDict>(&given.value);
  if (!dict) refuse(name, given, describe(Kind::dict));
  std::map<std::string, std::int64_t> integers;
  for (const auto& [key, each] : *dict) {
    if (std::holds_alternative<std::string>(each.value)) continue;
    const auto* whole = std::get_if<std::int64_t>(&each.value);
    if (!whole) refuse(key, each, describe(Kind::integer));
    integers[key] = *whole;
  }
  return integers;
}

std::string Arguments::entry(const std::string& name, const std::string& key) const {
  const Given& given = at(name);
  if (const auto* dict = std::get_if<GivenDict>(&given.value))
    for (const auto& [each, value] : *dict)
      if (const auto* text = std::get_if<std::string>(&value.value); text && each == key)
        return *text;
  refuse(name, given, "\"" + key + "\" in it, a text");
}

std::vector<double> Arguments::numbers(const std::string& name) const {
  const auto tensor = array(name, DType::f64);
  return tensor ? tensor->values() : std::vector<double>();
}

std::vector<std::int64_t> Arguments::lengths(const std::string& name) const {
  std::vector<std::int64_t> lengths;
  const auto given = array(name, DType::i64);
  for (std::int64_t i = 0; given && i < given->size(); ++i)
    lengths.push_back(static_cast<std::int64_t>(number_at(*given, i).integer()));
  return lengths;
}

std::vector<std::pair<std::int64_t, std::int64_t>> Arguments::pairs(const std::string& name) const {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  const Shape shape = exact_array(name).value_or(Tensor()).shape;
  const std::size_t row = shape.size() == 2 && shape[1] == 2 ? 2 : 1;
  const std::vector<std::int64_t> all = lengths(name);
  for (std::size_t i = 0; i < all.size(); i += row) pairs.emplace_back(all[i], all[i + row - 1]);
  return pairs;
}

}  // namespace ng::editing
