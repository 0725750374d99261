// SPDX-License-Identifier: Apache-2.0
// Copies ops within a document.
#include <algorithm>
#include <map>

#include "engine/base/quote.h"
#include "engine/editing/edit.h"
#include "engine/formats/documents/model_traits.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng::editing {

std::string Edit::free_name(const std::string& name) const {
  const auto& ops = rows_.model().ops;
  for (int n = 2;; ++n) {
    const std::string tried = name + "_" + std::to_string(n);
    if (std::none_of(ops.begin(), ops.end(), [&](const OpModel& op) { return op.name == tried; }))
      return tried;
  }
}

std::string Edit::fresh_name(const OpModel& row) const {
  const OpDef* def = find_op(row.op);
  if (!row.named) return automatic_name(def ? std::string(def->class_name) : row.op);
  const auto& ops = rows_.model().ops;
  const bool taken =
      std::any_of(ops.begin(), ops.end(), [&](const OpModel& op) { return op.name == row.name; });
  return taken ? free_name(row.name) : row.name;
}

// copy(a, b, places=[[10, 20], [30, 40]]): links between copied ops connect the copies; other links
// are kept.
void Edit::copy(const Statement& statement) {
  Syntax call = statement.value;
  const char* const signature = "copy(op, …, places=None)";
  if (call.parts.empty()) refuse_at(call.column, "\"copy\" requires ops", {}, signature);
  std::vector<RowId> wanted;
  for (const Syntax& part : call.parts) wanted.push_back(draft_.row(part).id);
  const auto places =
      bind(call, {{"places", Kind::array, "None"}}, signature, call.parts.size()).array("places");
  const Shape expected{static_cast<std::int64_t>(wanted.size()), 2};
  if (places && places->shape != expected)
    refuse_at(call.column, "\"places\" must have x and y for each op", to_string(places->shape),
              to_string(expected));
  const std::vector<OpModel> rows = rows_.model().ops;
  std::map<RowId, RowId> copies;
  for (const OpModel& row : rows)
    if (std::find(wanted.begin(), wanted.end(), row.id) != wanted.end())
      copies.emplace(row.id, rows_.next_id() + copies.size());
  for (const OpModel& row : rows) {
    const auto at = std::find(wanted.begin(), wanted.end(), row.id);
    if (at == wanted.end()) continue;
    if (!row.step_parameters.empty() || kind_of(row) == OpKind::loop_parameter)
      refuse_at(call.column, quote(row.name) + " belongs to a loop", {}, {},
                "copy it in the program that makes the document");
    OpModel made = row;
    made.id = about_ = copies.at(row.id);
    made.name = fresh_name(row);
    made.metadata.erase(place_key);
    for (OperandModel& operand : made.operands)
      if (copies.count(operand.op) > 0) operand.op = copies[operand.op];
    rows_.set_op(rows_.model().ops.size(), std::move(made));
    const std::int64_t place = 2 * (at - wanted.begin());
    if (places) rows_.set_place(about_, CardPlace{places->at(place), places->at(place + 1)});
  }
  name_ = "Copy " + (copies.size() == 1 ? rows_.find(copies.begin()->first)->name
                                        : std::to_string(copies.size()) + " ops");
}

}  // namespace ng::editing
