// SPDX-License-Identifier: Apache-2.0
#include "engine/c_api/call_arguments.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/base/number.h"
#include "engine/c_api/guard.h"

namespace ng::c_api {
namespace {

constexpr std::size_t most_listed = 1 << 20;  // handles or integers of one argument
constexpr std::size_t of_a_slice = 4;         // integers

[[noreturn]] void refuse_argument(std::string_view name, const std::string& what,
                                  const std::string& expected = {}) {
  throw CallError{NGRAPH_VALUE, "argument '" + std::string(name) + "': " + what, expected};
}

void require_list(const ngraph_argument& a, const void* list) {
  if (a.count > most_listed) refuse_argument(a.name, "too many elements");
  if (a.count && !list) refuse_argument(a.name, "its list is null");
}

Tensor tensor_of(const ngraph_argument& a) {
  require_list(a, a.integers);
  if (a.dtype < 0 || a.dtype >= dtype_count) refuse_argument(a.name, "unknown element type");
  Shape lengths(a.integers, a.integers + a.count);
  const bool empty = std::find(lengths.begin(), lengths.end(), 0) != lengths.end();
  if (!a.data && !empty) refuse_argument(a.name, "its data is null");  // before memory is taken
  Tensor tensor(static_cast<DType>(a.dtype), std::move(lengths));
  if (empty) return tensor;
  std::memcpy(tensor.bytes.data(), a.data, tensor.bytes.size());
  return tensor;
}

std::optional<std::int64_t> present(std::int64_t value) {
  return value == NGRAPH_NONE ? std::nullopt : std::optional(value);
}

}  // namespace

CallArguments::CallArguments(const NamedFunction& function, const ngraph_argument* arguments,
                             std::size_t count)
    : function_(function) {
  if (count) require_pointer(arguments, "arguments");
  const auto& parameters = function.function->parameters;
  const std::string expected = signature(function.name, parameters);
  for (std::size_t i = 0; i < count; ++i) {
    require_struct(&arguments[i], "arguments");
    require_pointer(arguments[i].name, "arguments.name");
    const std::string_view name = arguments[i].name;
    const bool known = std::any_of(parameters.begin(), parameters.end(),
                                   [&](const Parameter& p) { return p.name == name; });
    if (!known) refuse_argument(name, "the function has no such parameter", expected);
    if (!given_.emplace(name, &arguments[i]).second) refuse_argument(name, "given twice");
  }
  for (const Parameter& each : parameters) {
    if (each.required() && !find(each.name)) refuse_argument(each.name, "is missing", expected);
  }
}

const ngraph_argument* CallArguments::find(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? nullptr : found->second;
}

const ngraph_argument& CallArguments::get(std::string_view name, int kind) const {
  static constexpr const char* kinds[] = {"ops",      "axes",   "a number",
                                          "integers", "a text", "an array"};
  const ngraph_argument* found = find(name);
  if (!found || found->kind != kind) {
    refuse_argument(name, found ? "has the wrong kind" : "is missing",
                    kinds[static_cast<std::size_t>(kind)]);
  }
  return *found;
}

std::string CallArguments::default_of(std::string_view name) const {
  for (const Parameter& each : function_.function->parameters) {
    if (each.name == name) return std::string(each.default_text);
  }
  return {};
}

Operand CallArguments::operand(std::string_view name) const {
  const ngraph_argument* found = find(name);
  if (found && found->kind == NGRAPH_ARG_NUMBER) return found->number;
  if (found && found->kind == NGRAPH_ARG_ARRAY) return tensor_of(*found);
  const std::vector<Op> ops = operands(name);
  if (ops.size() != 1) refuse_argument(name, "is a list", "one op");
  return ops[0];
}

std::vector<Op> CallArguments::operands(std::string_view name) const {
  const ngraph_argument& a = get(name, NGRAPH_ARG_OPS);
  require_list(a, a.handles);
  std::vector<Op> ops;
  for (std::size_t i = 0; i < a.count; ++i) ops.push_back(op_of(a.handles[i])->op);
  return ops;
}

Axes CallArguments::axes(std::string_view name) const {
  const ngraph_argument& a = get(name, NGRAPH_ARG_AXES);
  require_list(a, a.handles);
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < a.count; ++i)
    axes.push_back(object<AxisObject>(a.handles[i], "an axis")->axis);
  return Axes(std::move(axes));
}

Axis CallArguments::axis(std::string_view name) const {
  const Axes all = axes(name);
  if (all.size() != 1) refuse_argument(name, "is a list", "one axis");
  return all[0];
}

double CallArguments::number(std::string_view name) const {
  if (!find(name)) return real_from(default_of(name));
  return get(name, NGRAPH_ARG_NUMBER).number;
}

std::int64_t CallArguments::integer(std::string_view name) const {
  if (!find(name)) return std::strtoll(default_of(name).c_str(), nullptr, 10);
  const ngraph_argument& a = get(name, NGRAPH_ARG_INTEGERS);
  require_list(a, a.integers);
  if (a.count != 1) refuse_argument(name, "is a list", "one integer");
  return a.integers[0];
}

std::string CallArguments::text(std::string_view name) const {
  if (!find(name)) {
    std::string text = default_of(name);
    std::erase(text, '\'');
    return text;
  }
  const ngraph_argument& a = get(name, NGRAPH_ARG_TEXT);
  if (!a.text) refuse_argument(name, "its text is null");
  return a.text;
}

bool CallArguments::flag(std::string_view name) const {
  return find(name) ? integer(name) != 0 : default_of(name) == "True";
}

DType CallArguments::dtype(std::string_view name) const {
  if (!find(name)) return DType::f32;
  const std::string wanted = text(name);
  const auto known = dtype_from_name(wanted);
  if (!known) refuse_argument(name, "no element type '" + wanted + "'", "float32, int64, …");
  return *known;
}

Tensor CallArguments::array(std::string_view name, DType dtype) const {
  const ngraph_argument* found = find(name);
  if (!found) return Tensor(0.0);
  if (found->kind == NGRAPH_ARG_NUMBER) {
    const double value = found->number;
    return Tensor::from(dtype, {}, std::span(&value, 1));
  }
  const Tensor tensor = tensor_of(get(name, NGRAPH_ARG_ARRAY));
  return find("dtype") ? broadcast_to(tensor, dtype, tensor.shape, std::string(name)) : tensor;
}

std::vector<SliceItem> CallArguments::slices(std::string_view name) const {
  const ngraph_argument& a = get(name, NGRAPH_ARG_INTEGERS);
  require_list(a, a.integers);
  if (a.count % of_a_slice) refuse_argument(name, "has an incomplete slice", "groups of four");
  std::vector<SliceItem> items;
  for (const std::int64_t* at = a.integers; at != a.integers + a.count; at += of_a_slice) {
    items.push_back(
        at[0] ? SliceItem::at(at[1])
              : SliceItem::range(present(at[1]), present(at[2]), present(at[3]).value_or(1)));
  }
  return items;
}

std::vector<std::pair<std::int64_t, std::int64_t>> CallArguments::paddings(
    std::string_view name) const {
  const ngraph_argument& a = get(name, NGRAPH_ARG_INTEGERS);
  require_list(a, a.integers);
  if (a.count % 2) refuse_argument(name, "has an incomplete pair", "pairs");
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  for (std::size_t i = 0; i < a.count; i += 2) pairs.emplace_back(a.integers[i], a.integers[i + 1]);
  return pairs;
}

std::map<std::string, std::int64_t> CallArguments::dict(std::string_view name) const {
  const ngraph_argument& a = get(name, NGRAPH_ARG_INTEGERS);
  require_list(a, a.integers);
  require_list(a, a.keys);
  std::map<std::string, std::int64_t> values;
  for (std::size_t i = 0; i < a.count; ++i) {
    if (!a.keys[i]) refuse_argument(name, "a key is null");
    values[a.keys[i]] = a.integers[i];
  }
  return values;
}

// "op" of a pooling's parameters, which are integers otherwise: the argument's text.
std::string CallArguments::dict_text(std::string_view name, const std::string&) const {
  const ngraph_argument& a = get(name, NGRAPH_ARG_INTEGERS);
  return a.text ? a.text : "";
}

}  // namespace ng::c_api
