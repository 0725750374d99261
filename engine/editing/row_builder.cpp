// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/row_builder.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>

#include "engine/base/quote.h"
#include "engine/documents/export_op.h"
#include "engine/editing/functions.h"
#include "engine/editing/row_names.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"

namespace ng::editing {
namespace {

bool is_counted_name(const std::string& name) {
  return name.starts_with("Axis_") && name.size() > 5 &&
         std::all_of(name.begin() + 5, name.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Renames axes such as "Axis_7", which are numbered per process, so that equal lines give equal
// documents.
void name_axes(const Node& node, std::set<std::string>& taken) {
  for (const TensorType& type : node.results) {
    for (const Axis& axis : type.axes) {
      if (axis.is_flattened() || !is_counted_name(axis.name()) || taken.count(axis.name()) > 0)
        continue;
      int n = 0;
      while (!taken.insert("Axis_" + std::to_string(n)).second) ++n;
      axis.named("Axis_" + std::to_string(n));
    }
  }
}

Given given_axes(const AxesModel& uses, const std::map<std::string, Axis>& axes) {
  GivenList list;
  for (const AxisUse& use : uses) {
    if (use.id.empty())
      list.push_back(given_axes(use.members, axes));
    else
      list.push_back({axes.at(use.id) + use.level, 0});
  }
  return {std::move(list), 0};
}

// Builds a waiting op. Returns false if an operand is missing or unfinished.
bool build(EditContext& edit, const OpModel& row) {
  const Function* function = find_function(row.op);
  if (!function) return false;
  Arguments arguments;
  GivenList operands;
  for (const OperandModel& operand : row.operands) {
    const auto live = edit.live_ops().find(operand.op);
    if (operand.op == 0 || live == edit.live_ops().end()) return false;
    operands.push_back({Op(Value{live->second.value().node, operand.result}), 0});
  }
  std::size_t next = 0;
  for (const Parameter& parameter : function->parameters) {
    Given given;
    if (parameter.kind == Kind::operands)
      given.value = operands;
    else if (parameter.kind == Kind::operand && next < operands.size())
      given = operands[next++];
    for (const auto& [key, value] : row.attributes) {
      if (key != parameter.attribute()) continue;
      if (const auto* axes = std::get_if<AxesModel>(&value)) given = given_axes(*axes, edit.axes());
      if (const auto* flag = std::get_if<bool>(&value)) given.value = *flag;
      if (const auto* whole = std::get_if<std::int64_t>(&value)) given.value = *whole;
      if (const auto* number = std::get_if<double>(&value)) given.value = *number;
      if (const auto* text = std::get_if<std::string>(&value)) given.value = *text;
    }
    arguments.set(std::string(parameter.name), given);
  }
  if (function->takes_list() && operands.empty()) return false;
  for (const Parameter& each : function->parameters)
    if (each.required() && !arguments.has(std::string(each.name))) return false;
  const Op result = Evaluator::build(*function, arguments, 0);
  const RowId made = add_rows(edit, result, {});
  if (made == row.id || edit.rows().find(made)->document_line == waiting_line ||
      edit.live_ops().count(made) > 0)
    refuse_at(0, quote(function->name) + " returns its operand unchanged", {}, {},
              "remove the op and connect its operand");
  // Keeps the id of the waiting op, and with it its card, name and readers.
  OpModel final = *edit.rows().find(made);
  edit.rows().set_op(edit.rows().index_of(made), std::nullopt);
  if (row.named || final.op == row.op) final.name = row.name;
  final.id = row.id;
  final.named = row.named;
  final.metadata = row.metadata;
  edit.rows().set_op(edit.rows().index_of(row.id), std::move(final));
  return true;
}

}  // namespace

RowId add_rows(EditContext& edit, const Op& result, const std::vector<Evaluator::Input>& given) {
  return add_rows(edit, std::vector<Op>{result}, given).front();
}

std::vector<RowId> add_rows(EditContext& edit, const std::vector<Op>& results,
                            const std::vector<Evaluator::Input>& given) {
  std::map<OpId, RowId> ids;  // row ids by live op
  for (const auto& [id, op] : edit.live_ops()) ids[op.id()] = id;
  AxisTable axes(edit.rows().model().axes, edit.axes());
  std::set<std::string> taken;
  for (const auto& [id, axis] : edit.axes()) taken.insert(axis.name());
  std::unordered_map<const Node*, const std::string*> input_names;
  FreshNames names(edit.rows().model());
  for (const auto& input : given) {
    input_names.emplace(input.op.value().node.get(), &input.name);
    names.add(input.name);
  }
  RowId next_id = edit.rows().next_id();
  std::vector<Value> roots;
  for (const Op& result : results) roots.push_back(result.value());
  for (const NodePtr& node : ordered_nodes(std::span<const Value>(roots))) {
    const auto live = edit.live_ops().find(node->id);
    if (live != edit.live_ops().end() && live->second.value().node == node) continue;
    name_axes(*node, taken);
    OpModel row = op_model(*node, axes);
    row.id = next_id++;
    row.file.clear();
    row.line = 0;
    for (OperandModel& operand : row.operands) operand.op = ids.at(operand.op);
    const auto input = input_names.find(node.get());
    // Plans, checkpoints and messages refer to sources by name.
    const bool source = node->def->traits.is_source() && node->def->traits.kind != OpKind::constant;
    const bool is_given = input != input_names.end();
    row.named = source || is_given;
    row.name = is_given ? *input->second
               : source ? names.take(row.op + "_" + std::to_string(row.id))
                        : names.take(std::string(node->def->class_name));
    ids[node->id] = row.id;
    edit.rows().set_op(edit.rows().model().ops.size(), std::move(row));
  }
  for (std::size_t i = edit.rows().model().axes.size(); i < axes.rows().size(); ++i)
    edit.rows().set_axis(i, axes.rows()[i]);
  std::vector<RowId> made;
  for (const Op& result : results) made.push_back(ids.at(result.id()));
  return made;
}

void build_waiting(EditContext& edit) {
  for (bool again = true; again;) {
    again = false;
    edit.bring_to_life();
    const std::vector<OpModel> rows = edit.rows().model().ops;
    for (const OpModel& row : rows) {
      if (is_waiting(row) && !again) again = build(edit, row);
    }
  }
}

}  // namespace ng::editing
