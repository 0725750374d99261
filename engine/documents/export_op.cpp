// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/export_op.h"

#include "engine/base/error.h"
#include "engine/base/limits.h"
#include "engine/base/quote.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

// A name like "C-1" would be parsed as a dual of C.
bool reads_as_dual(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789");
  return digits != std::string::npos && digits + 1 < name.size() &&
         (name[digits] == '-' || name[digits] == '+');
}

AttributeModel attribute_model(const Attribute& attribute, AxisTable& axes) {
  struct Visitor {
    AxisTable& axes;
    AttributeModel operator()(bool value) const { return value; }
    AttributeModel operator()(std::int64_t value) const { return value; }
    AttributeModel operator()(double value) const { return value; }
    AttributeModel operator()(const std::string& value) const { return value; }
    AttributeModel operator()(const Axes& value) const { return axes.uses(value); }
    AttributeModel operator()(const TensorPtr& value) const {
      check(value != nullptr, "an attribute without its array");
      return TensorModel{*value, {}, {}};
    }
  };
  return std::visit(Visitor{axes}, attribute);
}

// What a document with this op would be refused for when it is read again.
void require_saved(const Node& node) {
  require_saved_name(node.label->name, "an op");
  const std::uint64_t most = Limits().rank;
  for (const TensorType& type : node.results) {
    if (type.axes.size() <= most) continue;
    refuse(ErrorKind::value, "an op of " + std::to_string(type.axes.size()) +
                                 " axes cannot be saved, at most " + std::to_string(most) +
                                 " are read again: " + std::string(node.def->name) + " " +
                                 quote(node.label->name));
  }
}

}  // namespace

void require_saved_name(const std::string& name, const std::string& of) {
  if (name.empty()) refuse(ErrorKind::value, of + " without a name cannot be saved");
  const std::uint64_t most = Limits().name_bytes;
  if (name.size() <= most) return;
  refuse(ErrorKind::value, of + " cannot be saved: its name has " + std::to_string(name.size()) +
                               " bytes, at most " + std::to_string(most) + " are read again");
}

std::string DistinctNames::take(const std::string& wanted, char separator) {
  std::string name = wanted;
  for (int n = 2; !taken_.insert(name).second; ++n) name = wanted + separator + std::to_string(n);
  return name;
}

AxisTable::AxisTable(std::vector<AxisModel> rows, const std::map<std::string, Axis>& axes)
    : rows_(std::move(rows)) {
  for (const AxisModel& row : rows_) names_.take(row.id, '#');
  for (const auto& [id, axis] : axes) ids_[axis.identity()] = id;
}

AxisUse AxisTable::use(const Axis& axis) {
  AxisUse made;
  if (axis.is_flattened()) {
    made.members = uses(axis.members());
    return made;
  }
  auto [at, fresh] = ids_.try_emplace(axis.identity());
  if (fresh) {
    const Axis base = axis - axis.dual_level();
    require_saved_name(base.name(), "an axis");
    at->second = names_.take(base.name() + (reads_as_dual(base.name()) ? "#" : ""), '#');
    rows_.push_back({at->second,
                     base.name(),
                     base.known_length(),
                     base.is_batch(),
                     base.is_recurrent(),
                     {base.roles().begin(), base.roles().end()},
                     base.docstring()});
  }
  made.id = at->second;
  made.level = axis.dual_level();
  return made;
}

OpModel op_model(const Node& node, AxisTable& axes) {
  if (!node.label || !node.made_by.empty()) {
    refuse(ErrorKind::value, "ops that passes made cannot be saved: " + describe(node));
  }
  require_saved(node);
  OpModel model;
  model.id = node.id;
  model.op = node.def->name;
  model.name = node.label->name;
  model.named = node.label->named;
  for (const Value& operand : node.operands) {
    model.operands.push_back({operand.node->id, operand.result});
  }
  for (const auto& [key, value] : node.attributes) {
    model.attributes.emplace_back(key, attribute_model(value, axes));
  }
  if (node.loop) {
    for (const NodePtr& each : node.loop->parameters) model.step_parameters.push_back(each->id);
    for (const Value& result : node.loop->results) {
      model.step_results.push_back({result.node->id, result.result});
    }
  }
  model.metadata = node.label->metadata;
  model.file = node.label->file;
  model.line = node.label->line;
  return model;
}

}  // namespace ng
