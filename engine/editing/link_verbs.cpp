// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/link_verbs.h"

#include <set>

#include "engine/base/quote.h"
#include "engine/editing/functions.h"
#include "engine/editing/row_names.h"

namespace ng::editing::verbs {
namespace {

// Parameters of `function` that are required operands, in order.
std::vector<const Parameter*> operands_of(const Function& function) {
  std::vector<const Parameter*> list;
  for (const Parameter& each : function.parameters)
    if (each.kind == Kind::operand && each.required()) list.push_back(&each);
  return list;
}

std::size_t operand_index(const OpModel& row, const Syntax& syntax) {
  if (syntax.kind == Syntax::Kind::whole) {
    const auto index = static_cast<std::size_t>(syntax.number);
    if (index < row.operands.size()) return index;
  }
  const Function* function = find_function(row.op);
  std::string known;
  if (function) {
    const auto operands = operands_of(*function);
    for (std::size_t i = 0; i < operands.size() && i < row.operands.size(); ++i) {
      if (syntax.text == operands[i]->name) return i;
      known += (known.empty() ? "" : ", ") + std::string(operands[i]->name);
    }
  }
  refuse_at(syntax.column, quote(shown_name(row)) + " has no such operand", quote(syntax.text),
            known);
}

void refuse_cycle(const Rows& rows, RowId from, RowId to, int column) {
  std::vector<RowId> next{from};
  std::set<RowId> seen;
  while (!next.empty()) {
    const RowId id = next.back();
    next.pop_back();
    if (id == to) {
      refuse_at(column, "the link would create a cycle",
                quote(shown_name(*rows.find(from))) + " is computed from " +
                    quote(shown_name(*rows.find(to))),
                "an op that does not depend on it");
    }
    if (id == 0 || !seen.insert(id).second) continue;
    for (const OperandModel& operand : rows.find(id)->operands) next.push_back(operand.op);
  }
}

}  // namespace

void refuse_loop(const OpModel& row, int column) {
  refuse_at(column, quote(shown_name(row)) + " belongs to a loop or has no function here", row.op,
            {}, "change it in the program that makes the document");
}

void set_operand(EditContext& edit, RowId id, std::size_t index, OperandModel operand) {
  OpModel row = *edit.rows().find(id);
  if (!find_function(row.op)) refuse_loop(row, 0);
  row.operands[index] = operand;
  row.document_line = waiting_line;
  edit.rows().set_op(edit.rows().index_of(id), std::move(row));
}

void connect(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const char* const signature = "connect(from, to, operand)";
  const OpModel from = edit.row_at(call, 0, signature), to = edit.row_at(call, 1, signature);
  if (call.parts.size() < 3) refuse_at(call.column, "\"connect\" lacks the operand", {}, signature);
  const std::size_t index = operand_index(to, call.parts[2]);
  refuse_cycle(edit.rows(), from.id, to.id, call.parts[0].column);
  set_operand(edit, to.id, index, {from.id, 0});
  edit.about = to.id;
  edit.name = "Connect " + shown_name(from) + " to " + shown_name(to);
}

void disconnect(EditContext& edit, const Statement& statement) {
  const Syntax& call = statement.value;
  const OpModel to = edit.row_at(call, 0, "disconnect(to, operand)");
  if (call.parts.size() < 2)
    refuse_at(call.column, "\"disconnect\" lacks the operand", {}, "disconnect(to, operand)");
  const std::size_t index = operand_index(to, call.parts[1]);
  const OpModel* from = edit.rows().find(to.operands[index].op);
  if (!from) refuse_at(call.parts[1].column, "nothing is connected there");
  edit.name = "Disconnect " + shown_name(*from) + " from " + shown_name(to);
  set_operand(edit, to.id, index, {0, 0});
  edit.about = to.id;
}

}  // namespace ng::editing::verbs
