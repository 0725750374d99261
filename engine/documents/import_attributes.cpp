// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/import_attributes.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/graph/op_def.h"
#include "engine/ops/attribute_types.h"

namespace ng {
namespace {

std::string text_of(const AttributeModel& model) {
  struct Visitor {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return to_string(Attribute(value)); }
    std::string operator()(const std::string& value) const { return quote(value); }
    std::string operator()(const AxesModel& axes) const {
      return "a list of " + std::to_string(axes.size()) + " axes";
    }
    std::string operator()(const TensorModel& tensor) const {
      return "an array " + std::string(name(tensor.value.dtype)) + to_string(tensor.value.shape);
    }
  };
  return std::visit(Visitor{}, model);
}

AttributeType type_for(const OpDef& def, const std::string& key, const Place& place) {
  const bool known =
      std::find(def.attributes.begin(), def.attributes.end(), key) != def.attributes.end();
  const auto type = attribute_type(key);
  if (known && type) return *type;
  std::string keys;
  for (const std::string_view name : def.attributes) {
    keys += (keys.empty() ? "" : ", ") + std::string(name);
  }
  place.fail("an op has an unknown attribute", quote(key),
             keys.empty() ? "none; this op has no attributes" : "one of: " + keys);
}

}  // namespace

AttributeImporter::AttributeImporter(const std::vector<AxisModel>& axes) {
  for (const AxisModel& model : axes) {
    AxisOptions options{model.batch, model.recurrent, model.roles, model.docstring};
    axes_[model.id] = model.length ? make_axis(*model.length, model.name, std::move(options))
                                   : make_axis(model.name, std::move(options));
  }
}

Axis AttributeImporter::axis(const AxisUse& use) const {
  if (!use.id.empty()) return axes_.at(use.id) + use.level;
  std::vector<Axis> members;
  for (const AxisUse& member : use.members) members.push_back(axis(member));
  return make_flattened_axis(std::move(members));
}

Axes AttributeImporter::axes(const AxesModel& uses, const Place& place) const {
  std::vector<Axis> list;
  for (const AxisUse& use : uses) list.push_back(axis(use));
  try {
    return Axes(std::move(list));
  } catch (const Error& error) {
    place.pass_on(error.diagnostic());
  }
}

Attribute AttributeImporter::attribute(const OpDef& def, const std::string& key,
                                       const AttributeModel& model, const Place& place) const {
  const AttributeType type = type_for(def, key, place);
  switch (type) {
    case AttributeType::flag:
      if (const auto* flag = std::get_if<bool>(&model)) return *flag;
      break;
    case AttributeType::integer:
      if (const auto* integer = std::get_if<std::int64_t>(&model)) return *integer;
      break;
    case AttributeType::number:
      if (const auto* number = std::get_if<double>(&model)) return *number;
      if (const auto* whole = std::get_if<std::int64_t>(&model)) return static_cast<double>(*whole);
      break;
    case AttributeType::text:
      if (const auto* text = std::get_if<std::string>(&model)) return *text;
      break;
    case AttributeType::axes:
      if (const auto* uses = std::get_if<AxesModel>(&model)) return axes(*uses, place);
      break;
    case AttributeType::tensor:
      if (const auto* tensor = std::get_if<TensorModel>(&model)) {
        return std::make_shared<const Tensor>(tensor->value);
      }
      break;
  }
  place.fail("the attribute " + quote(key) + " has the wrong type", text_of(model),
             std::string(describe(type)));
}

}  // namespace ng
