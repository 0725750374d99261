// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/draft_record.h"

#include <algorithm>

#include "engine/base/number.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/op_record.h"

namespace ng::editing {
namespace {

std::string value_text(const Tensor& value) {
  if (value.size() != 1) return "array " + to_string(value.shape);
  return to_string(number_at(value, 0), 6);
}

const OpDef* record_of(const OpModel& row) {
  if (const Function* function = find_function(row.op)) return function->op;
  return find_op(row.op);
}

}  // namespace

std::vector<std::string> operand_names(const Draft& draft, RowId id) {
  std::vector<std::string> names;
  const auto& ops = draft.model().ops;
  const auto row =
      std::find_if(ops.begin(), ops.end(), [id](const auto& op) { return op.id == id; });
  const Function* function = row == ops.end() ? nullptr : find_function(row->op);
  if (!function) return names;
  for (const Parameter& each : function->parameters)
    if (each.kind == Kind::operand && each.required()) names.emplace_back(each.name);
  if (names.empty())
    for (std::size_t i = 0; i < row->operands.size(); ++i) names.push_back(std::to_string(i));
  names.resize(std::min(names.size(), row->operands.size()));
  return names;
}

std::vector<OpRecord> unfinished_records(const Draft& draft) {
  std::vector<OpRecord> records;
  for (const Unfinished& each : draft.unfinished()) {
    const auto& ops = draft.model().ops;
    const auto row =
        std::find_if(ops.begin(), ops.end(), [&](const auto& op) { return op.id == each.id; });
    const OpDef* def = record_of(*row);
    OpRecord record;
    record.id = row->id;
    record.op = row->op;
    record.name = row->named ? unscoped_name(row->name) : row->op + "_" + std::to_string(row->id);
    if (def) record.glyph = def->glyph;
    if (def) record.family = def->family;
    if (def) record.traits = def->traits;
    record.origins = {row->id};
    const std::vector<std::string> names = operand_names(draft, row->id);
    for (std::size_t i = 0; i < row->operands.size(); ++i) {
      if (row->operands[i].op == 0) continue;
      record.operands.push_back({row->operands[i].op, row->operands[i].result,
                                 i < names.size() ? names[i] : std::to_string(i)});
    }
    record.attributes.emplace_back("unfinished", each.why);
    records.push_back(std::move(record));
  }
  return records;
}

std::string note_of(const Draft& draft, RowId id) {
  const DocumentModel& model = draft.model();
  for (const OpModel& op : model.ops) {
    if (op.id != id) continue;
    for (const auto& [key, value] : op.attributes) {
      const auto* tensor = std::get_if<TensorModel>(&value);
      if (tensor && (key == "value" || key == "initial_value"))
        return "= " + value_text(tensor->value);
    }
    if (kind_of(op) != OpKind::placeholder || !model.plan) return {};
    for (const PlanBinding& binding : model.plan->bindings) {
      if (binding.placeholder != op.name) continue;
      if (binding.source == PlanBinding::Source::value)
        return "= " + value_text(binding.value.value);
      if (binding.source == PlanBinding::Source::schedule) return "= " + binding.schedule;
      if (binding.source == PlanBinding::Source::random) return "← " + binding.random.text();
      return "← " + (binding.data.empty() ? binding.file : binding.data);
    }
  }
  return {};
}

bool fits(Draft& draft, const Function& function, RowId from) {
  if (function.operands() == 0 || draft.type_of(from).empty()) return false;
  if (function.operands() > 1) return true;
  const bool more = std::any_of(
      function.parameters.begin(), function.parameters.end(),
      [](const Parameter& each) { return each.required() && each.kind != Kind::operand; });
  if (more) return true;
  try {
    draft.preview(std::string(function.name) + "(#" + std::to_string(from) + ")");
    return true;
  } catch (const EditError&) {
    return false;
  }
}

}  // namespace ng::editing
