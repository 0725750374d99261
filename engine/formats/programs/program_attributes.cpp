// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/programs/program_attributes.h"

#include <cstdlib>
#include <utility>

namespace ng {
namespace {

constexpr std::int64_t most_in_text = 16;  // limit for elements of an inline array

}  // namespace

const AttributeModel* find_attribute(const OpModel& op, std::string_view key) {
  for (const auto& [name, value] : op.attributes) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string ProgramAttributes::axis(const AxisUse& use) const {
  if (use.id.empty()) return language_.flattened(axes(use.members));
  const std::string& base = axes_.at(use.id);
  if (use.level == 0) return base;
  return base + (use.level < 0 ? " - " : " + ") + std::to_string(std::abs(use.level));
}

ProgramLanguage::Texts ProgramAttributes::axes(const AxesModel& model) const {
  Texts texts;
  for (const AxisUse& each : model) texts.push_back(axis(each));
  return texts;
}

std::string ProgramAttributes::argument(const OpModel& op, const FormArgument& form,
                                        std::set<std::string_view>& written) {
  if (form.as == Written::window) return window(op, written);
  written.insert(form.key);
  if (form.as == Written::out_axes) written.insert("reduction_axes");
  if (form.as == Written::initial && find_attribute(op, "initial_distribution")) {
    written.insert({"initial_distribution", "initial_location", "initial_seed", "initial_spread"});
    return samples(op);
  }
  const AttributeModel* value = find_attribute(op, form.key);
  return value ? text_of(op, form, *value) : "";
}

std::string ProgramAttributes::text_of(const OpModel& op, const FormArgument& form,
                                       const AttributeModel& value) {
  const auto axes_of = [&] { return axes(std::get<AxesModel>(value)); };
  switch (form.as) {
    case Written::axes: return language_.list(axes_of());
    case Written::optional_axes: return language_.optional_axes(axes_of());
    case Written::axis: return axes_of().at(0);
    case Written::out_axes: return language_.out_axes(axes_of());
    case Written::flag: return language_.flag(std::get<bool>(value));
    case Written::text: return language_.text(std::get<std::string>(value));
    case Written::slices: return language_.slices(std::get<std::string>(value));
    case Written::paddings: return language_.paddings(std::get<std::string>(value));
    default: break;
  }
  if (form.as == Written::number) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    return language_.number(std::get<double>(value), DType::f64);
  }
  if (form.as == Written::dtype) {
    const auto dtype = dtype_from_name(std::get<std::string>(value));
    return dtype ? language_.dtype(*dtype) : "";
  }
  const Tensor& tensor = std::get<TensorModel>(value).value;
  if (form.as == Written::array_dtype) return language_.array_dtype(tensor.dtype);
  return array(tensor, op.name + "." + std::string(form.key));
}

std::string ProgramAttributes::samples(const OpModel& op) const {
  return language_.samples(attribute_or<std::string>(op, "initial_distribution", "") == "normal",
                           attribute_or<double>(op, "initial_location", 0),
                           attribute_or<double>(op, "initial_spread", 1),
                           attribute_or<double>(op, "initial_seed", 0));
}

std::string ProgramAttributes::window(const OpModel& op,
                                      std::set<std::string_view>& written) const {
  std::vector<std::pair<std::string, std::string>> sizes;
  for (const auto& [key, value] : op.attributes) {
    const auto* size = std::get_if<std::int64_t>(&value);
    if (size) sizes.emplace_back(key, std::to_string(*size));
    if (size || key == "op") written.insert(key);
  }
  return language_.window(attribute_or<std::string>(op, "op", ""), sizes);
}

std::string ProgramAttributes::array(const Tensor& value, const std::string& wanted) {
  const DType dtype = language_.type_in_array(value.dtype);
  Tensor tensor =
      dtype == value.dtype ? value : broadcast_to(value, dtype, value.shape, "an array");
  if (tensor.shape.empty() && tensor.dtype == DType::f32) {
    return language_.number(number_at(tensor, 0), tensor.dtype);
  }
  const bool small = tensor.size() > 0 && tensor.size() <= most_in_text;
  needs_numpy_ = needs_numpy_ || !small || tensor.dtype != DType::f32;
  if (small) return language_.array(tensor);
  arrays.push_back({keys_.take(wanted), std::move(tensor)});
  return language_.array_in_file(arrays.back().name);
}

}  // namespace ng
