// SPDX-License-Identifier: Apache-2.0
// Pastes copied ops of another document.
#include <algorithm>
#include <map>

#include "engine/base/quote.h"
#include "engine/editing/edit.h"
#include "engine/editing/piece.h"

namespace ng::editing {
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

}  // namespace

// Returns the id of an equal axis of the document; adds the axis if there is none.
std::string Edit::axis_like(const AxisModel& axis) {
  const std::vector<AxisModel>& axes = rows_.model().axes;
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
  rows_.set_axis(axes.size(), std::move(added));
  return id;
}

// paste("{…}", at=[10, 20]): gives new names to ops whose names are taken, and moves the cards so
// that the first is at `at`.
void Edit::paste(const Statement& statement) {
  Syntax call = statement.value;
  const char* const signature = "paste(\"piece\", at=None)";
  if (call.parts.size() != 1 || call.parts[0].kind != Syntax::Kind::text)
    refuse_at(call.column, "\"paste\" takes a piece of a graph as text", {}, signature);
  const auto at = bind(call, {{"at", Kind::array, "None"}}, signature, 1).array("at");
  if (at && at->shape != Shape{2})
    refuse_at(call.column, "\"at\" must be x and y", to_string(at->shape), "(2)");
  DocumentModel piece = read_piece(call.parts[0].text);
  if (piece.ops.empty()) refuse_at(call.column, "the piece has no ops");
  AxisIds axes;
  for (const AxisModel& axis : piece.axes) axes[axis.id] = axis_like(axis);
  std::map<RowId, RowId> ids;
  for (const OpModel& op : piece.ops) ids.emplace(op.id, rows_.next_id() + ids.size());
  const std::optional<CardPlace> first = place_of(piece.ops.front().metadata);
  for (OpModel& op : piece.ops) {
    const std::optional<CardPlace> stood = place_of(op.metadata);
    op.id = about_ = ids.at(op.id);
    paste_row(std::move(op), ids, axes);
    if (at && stood && first)
      rows_.set_place(about_,
                      CardPlace{at->at(0) + stood->x - first->x, at->at(1) + stood->y - first->y});
  }
  build_waiting();
  name_ =
      "Paste " + (ids.size() == 1 ? rows_.find(about_)->name : std::to_string(ids.size()) + " ops");
}

void Edit::paste_row(OpModel op, const std::map<RowId, RowId>& ids, const AxisIds& axes) {
  op.name = fresh_name(op);
  op.metadata.erase(place_key);
  for (OperandModel& operand : op.operands)
    if (operand.op != 0) operand.op = ids.at(operand.op);
  for (auto& [key, attribute] : op.attributes)
    if (auto* used = std::get_if<AxesModel>(&attribute)) rename_axes(*used, axes);
  rows_.set_op(rows_.model().ops.size(), std::move(op));
}

}  // namespace ng::editing
