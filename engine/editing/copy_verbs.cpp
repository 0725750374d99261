// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/copy_verbs.h"

#include <algorithm>
#include <map>

#include "engine/base/quote.h"
#include "engine/editing/piece.h"
#include "engine/editing/row_builder.h"
#include "engine/editing/row_names.h"
#include "engine/formats/documents/model_traits.h"

namespace ng::editing::verbs {
namespace {

using AxisIds = std::map<std::string, std::string>;  // from ids in the text to ids in the document

void rename_axes(AxesModel& axes, const AxisIds& ids) {
  for (AxisUse& use : axes) {
    const auto found = ids.find(use.id);
    if (found != ids.end()) use.id = found->second;
    rename_axes(use.members, ids);
  }
}

bool same_axis(const AxisModel& a, const AxisModel& b) {
  return a.name == b.name && a.length == b.length && a.batch == b.batch &&
         a.recurrent == b.recurrent && a.roles == b.roles;
}

// Returns the id of an equal axis of the document; adds the axis if there is none.
std::string axis_like(Rows& rows, const AxisModel& axis) {
  const std::vector<AxisModel>& axes = rows.model().axes;
  const auto same = std::find_if(axes.begin(), axes.end(),
                                 [&](const AxisModel& each) { return same_axis(each, axis); });
  if (same != axes.end()) return same->id;
  AxisModel added = axis;
  const auto taken = [&] {
    return std::any_of(axes.begin(), axes.end(),
                       [&](const AxisModel& each) { return each.id == added.id; });
  };
  for (int n = 2; taken(); ++n) added.id = axis.id + "_" + std::to_string(n);
  std::string id = added.id;
  rows.set_axis(axes.size(), std::move(added));
  return id;
}

void paste_row(EditContext& edit, OpModel op, const std::map<RowId, RowId>& ids,
               const AxisIds& axes) {
  op.name = fresh_name(edit.rows(), op);
  op.metadata.erase(place_key);
  for (OperandModel& operand : op.operands)
    if (operand.op != 0) operand.op = ids.at(operand.op);
  for (auto& [key, attribute] : op.attributes)
    if (auto* used = std::get_if<AxesModel>(&attribute)) rename_axes(*used, axes);
  edit.rows().set_op(edit.rows().model().ops.size(), std::move(op));
}

}  // namespace

// copy(a, b, places=[[10, 20], [30, 40]]): links between copied ops connect the copies; other links
// are kept.
void copy(EditContext& edit, const Statement& statement) {
  Syntax call = statement.value;
  const char* const signature = "copy(op, …, places=None)";
  if (call.parts.empty()) refuse_at(call.column, "\"copy\" requires ops", {}, signature);
  std::vector<RowId> wanted;
  for (const Syntax& part : call.parts) wanted.push_back(edit.row(part).id);
  const auto places =
      edit.bind(call, {{"places", Kind::array, "None"}}, signature, call.parts.size())
          .array("places");
  const Shape expected{static_cast<std::int64_t>(wanted.size()), 2};
  if (places && places->shape != expected)
    refuse_at(call.column, "\"places\" must have x and y for each op", to_string(places->shape),
              to_string(expected));
  const std::vector<OpModel> rows = edit.rows().model().ops;
  std::map<RowId, RowId> copies;
  for (const OpModel& row : rows)
    if (std::find(wanted.begin(), wanted.end(), row.id) != wanted.end())
      copies.emplace(row.id, edit.rows().next_id() + copies.size());
  for (const OpModel& row : rows) {
    const auto at = std::find(wanted.begin(), wanted.end(), row.id);
    if (at == wanted.end()) continue;
    if (!row.step_parameters.empty() || kind_of(row) == OpKind::loop_parameter)
      refuse_at(call.column, quote(row.name) + " belongs to a loop", {}, {},
                "copy it in the program that makes the document");
    OpModel made = row;
    made.id = edit.about = copies.at(row.id);
    made.name = fresh_name(edit.rows(), row);
    made.metadata.erase(place_key);
    for (OperandModel& operand : made.operands)
      if (copies.count(operand.op) > 0) operand.op = copies[operand.op];
    edit.rows().set_op(edit.rows().model().ops.size(), std::move(made));
    const std::int64_t place = 2 * (at - wanted.begin());
    if (places)
      edit.rows().set_place(edit.about, CardPlace{places->at(place), places->at(place + 1)});
  }
  edit.name = "Copy " + (copies.size() == 1 ? edit.rows().find(copies.begin()->first)->name
                                            : std::to_string(copies.size()) + " ops");
}

// paste("{…}", at=[10, 20]): gives new names to ops whose names are taken, and moves the cards so
// that the first is at `at`.
void paste(EditContext& edit, const Statement& statement) {
  Syntax call = statement.value;
  const char* const signature = "paste(\"piece\", at=None)";
  if (call.parts.size() != 1 || call.parts[0].kind != Syntax::Kind::text)
    refuse_at(call.column, "\"paste\" takes a piece of a graph as text", {}, signature);
  const auto at = edit.bind(call, {{"at", Kind::array, "None"}}, signature, 1).array("at");
  if (at && at->shape != Shape{2})
    refuse_at(call.column, "\"at\" must be x and y", to_string(at->shape), "(2)");
  DocumentModel piece = read_piece(call.parts[0].text);
  if (piece.ops.empty()) refuse_at(call.column, "the piece has no ops");
  AxisIds axes;
  for (const AxisModel& axis : piece.axes) axes[axis.id] = axis_like(edit.rows(), axis);
  std::map<RowId, RowId> ids;
  for (const OpModel& op : piece.ops) ids.emplace(op.id, edit.rows().next_id() + ids.size());
  const std::optional<CardPlace> first = place_of(piece.ops.front().metadata);
  for (OpModel& op : piece.ops) {
    const std::optional<CardPlace> stood = place_of(op.metadata);
    op.id = edit.about = ids.at(op.id);
    paste_row(edit, std::move(op), ids, axes);
    if (at && stood && first)
      edit.rows().set_place(
          edit.about, CardPlace{at->at(0) + stood->x - first->x, at->at(1) + stood->y - first->y});
  }
  build_waiting(edit);
  edit.name = "Paste " + (ids.size() == 1 ? edit.rows().find(edit.about)->name
                                          : std::to_string(ids.size()) + " ops");
}

}  // namespace ng::editing::verbs
