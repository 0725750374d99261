// SPDX-License-Identifier: Apache-2.0
#include "tests/reference_cases/case_arguments.h"

#include "engine/base/error.h"
#include "tests/reference_cases/case_neon.h"

namespace ng::cases {
namespace {

bool is_reference(const Json& json, char sign) {
  return json.is_string() && !json.get<std::string>().empty() && json.get<std::string>()[0] == sign;
}

std::string referred(const Json& json) {
  return json.get<std::string>().substr(1);
}

std::optional<std::int64_t> bound(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<std::int64_t>());
}

constexpr std::string_view axes_of_op = ".axes";  // "%x.axes"

SliceItem slice_item(const Json& json) {
  if (json.is_number()) return SliceItem::at(json.get<std::int64_t>());
  const Json& slice = json.at("slice");
  return SliceItem::range(bound(slice.at(0)), bound(slice.at(1)), bound(slice.at(2)).value_or(1));
}

const Json& list_of(const Json& json) {
  return json.is_object() ? json.at("tuple") : json;
}

// Element i of the list; a negative i counts from the end.
Op counted_from_end(const std::vector<Op>& ops, std::int64_t i) {
  return ops.at(static_cast<std::size_t>(i < 0 ? i + std::ssize(ops) : i));
}

}  // namespace

const Tensor& CaseScope::array(const std::string& key) const {
  const Tensor* tensor = c.inputs.find(key);
  if (!tensor) throw std::runtime_error("inputs.npz has no array '" + key + "'");
  return *tensor;
}

Op CaseScope::op(const std::string& path) const {
  const std::size_t dot = path.find('.');
  const auto found = nodes.find(path.substr(0, dot));
  if (found == nodes.end()) throw std::runtime_error("no node '" + path + "'");
  if (dot == std::string::npos) return std::get<Op>(found->second);
  if (const Neon* object = std::get_if<Neon>(&found->second)) {
    if (const auto* optimizer = std::get_if<std::shared_ptr<neon::Optimizer>>(object)) {
      return (*optimizer)->learning_rate();
    }
    return parameter_at(std::get<neon::LayerPtr>(*object), path.substr(dot + 1));
  }
  return counted_from_end(std::get<std::vector<Op>>(found->second),
                          std::stoll(path.substr(dot + 1)));
}

bool Arguments::has(const std::string& keyword) const {
  read_.insert(keyword);
  return node_.keywords.contains(keyword);
}

bool Arguments::has(std::size_t i, const std::string& keyword) const {
  if (i < node_.arguments.size()) return !node_.arguments[i].is_null();
  return has(keyword) && !node_.keywords[keyword].is_null();
}

const Json& Arguments::at(std::size_t i, const std::string& keyword) const {
  read_.insert(keyword);
  return i < node_.arguments.size() ? node_.arguments[i] : node_.keywords.at(keyword);
}

Tensor Arguments::as_tensor(const Json& json) const {
  if (json.is_object() && json.contains("array")) return scope_.array(json["array"]);
  if (json.is_object()) return as_tensor(json.at("tuple"));
  if (json.is_boolean()) return Tensor(json.get<bool>() ? 1 : 0);
  if (!json.is_array()) return Tensor(json.get<double>());
  Shape shape{static_cast<std::int64_t>(json.size())};
  std::vector<double> values;
  for (const Json& element : json) {
    const Tensor row = as_tensor(element);
    shape.resize(1);
    shape.insert(shape.end(), row.shape.begin(), row.shape.end());
    for (double value : row.values()) values.push_back(value);
  }
  return Tensor::from(DType::f32, shape, values);
}

Op Arguments::as_op(const Json& json) const {
  if (is_reference(json, '%')) return scope_.op(referred(json));
  return constant(as_tensor(json));
}

Operand Arguments::operand(std::size_t i, const std::string& keyword) const {
  const Json& json = at(i, keyword);
  if (is_reference(json, '%')) return scope_.op(referred(json));
  return as_tensor(json);
}

Op Arguments::op(std::size_t i, const std::string& keyword) const {
  return as_op(at(i, keyword));
}

std::vector<Op> Arguments::ops(std::size_t i, const std::string& keyword) const {
  const Json& list = at(i, keyword);
  if (is_reference(list, '%')) return std::get<std::vector<Op>>(scope_.nodes.at(referred(list)));
  std::vector<Op> ops;
  for (const Json& json : list_of(list)) ops.push_back(as_op(json));
  return ops;
}

Axes Arguments::as_axes(const Json& json) const {
  if (is_reference(json, '@')) return scope_.axes.at(referred(json));
  if (json.is_object() && json.contains("axes_of")) return as_op(json["axes_of"]).axes();
  if (is_reference(json, '%')) {
    const std::string path = referred(json);
    return scope_.op(path.substr(0, path.rfind(axes_of_op))).axes();
  }
  std::vector<Axis> axes;
  for (const Json& axis : json.contains("axes") ? json["axes"] : list_of(json)) {
    if (axis.is_array()) {
      axes.push_back(make_flattened_axis(as_axes(axis).list()));
    } else {
      axes.push_back(scope_.axes.at(referred(axis)));
    }
  }
  return Axes(std::move(axes));
}

Axes Arguments::axes(std::size_t i, const std::string& keyword) const {
  return as_axes(at(i, keyword));
}

std::optional<Axes> Arguments::optional_axes(std::size_t i, const std::string& keyword) const {
  return has(i, keyword) ? std::optional(axes(i, keyword)) : std::nullopt;
}

Axis Arguments::axis(std::size_t i, const std::string& keyword) const {
  return axes(i, keyword)[0];
}

double Arguments::number(std::size_t i, const std::string& keyword, double otherwise) const {
  return has(i, keyword) ? at(i, keyword).get<double>() : otherwise;
}

std::int64_t Arguments::integer(std::size_t i, const std::string& keyword,
                                std::int64_t otherwise) const {
  return has(i, keyword) ? at(i, keyword).get<std::int64_t>() : otherwise;
}

bool Arguments::flag(std::size_t i, const std::string& keyword, bool otherwise) const {
  return has(i, keyword) ? at(i, keyword).get<bool>() : otherwise;
}

std::string Arguments::text(std::size_t i, const std::string& keyword) const {
  const Json& json = at(i, keyword);
  return json.is_object() ? json.at("str") : json;
}

DType Arguments::dtype(std::size_t i, const std::string& keyword) const {
  if (!has(i, keyword)) return DType::f32;
  const Json& json = at(i, keyword);
  return dtype_from_name((json.is_object() ? json.at("dtype") : json).get<std::string>()).value();
}

Initial Arguments::initial(std::size_t i) const {
  if (!has(i, "initial_value")) return {};
  const Json& json = at(i, "initial_value");
  if (is_reference(json, '%')) return scope_.op(referred(json));
  if (json.is_number()) return json.get<double>();
  if (!json.is_object() || !json.contains("init")) return as_tensor(json);
  return
      [this](const Axes&) { return scope_.array("init/" + std::to_string(scope_.initialized++)); };
}

Over Arguments::over(std::size_t reduction_axes, std::size_t out_axes) const {
  return {optional_axes(reduction_axes, "reduction_axes"), optional_axes(out_axes, "out_axes")};
}

std::vector<SliceItem> Arguments::slices(std::size_t i, const std::string& keyword) const {
  const Json& list = at(i, keyword);
  if (list.is_number() || list.contains("slice")) return {slice_item(list)};
  std::vector<SliceItem> items;
  for (const Json& json : list_of(list)) items.push_back(slice_item(json));
  return items;
}

std::vector<std::pair<std::int64_t, std::int64_t>> Arguments::paddings(std::size_t i) const {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (const Json& json : list_of(at(i, "paddings"))) {
    if (json.is_number()) {
      all.emplace_back(json, json);
    } else {
      all.emplace_back(list_of(json).at(0), list_of(json).at(1));
    }
  }
  return all;
}

const Json& Arguments::dictionary(std::size_t i, const std::string& keyword) const {
  return at(i, keyword).at("dict");
}

std::string Arguments::axis_name(const std::string& text) const {
  return text.starts_with('@') ? scope_.axes.at(text.substr(1)).name() : text;
}

bool Arguments::is_list(std::size_t i) const {
  const Json& json = at(i, {});
  if (!is_reference(json, '%')) return json.is_array() || json.contains("tuple");
  const auto found = scope_.nodes.find(referred(json));
  return found != scope_.nodes.end() && std::holds_alternative<std::vector<Op>>(found->second);
}

void Arguments::require_all_read() const {
  for (const auto& [keyword, value] : node_.keywords.items()) {
    if (!read_.contains(keyword)) {
      refuse(ErrorKind::value, node_.op + " has no argument '" + keyword + "'");
    }
  }
}

}  // namespace ng::cases
