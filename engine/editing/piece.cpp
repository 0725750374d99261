// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/piece.h"

#include <algorithm>
#include <set>
#include <span>
#include <sstream>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/editing/draft.h"
#include "engine/formats/documents/model_traits.h"

namespace ng::editing {
namespace {

constexpr const char* lacks_key = "lacks";  // "0 2": operands that were not copied

void note_axes(const AxesModel& axes, std::set<std::string>& used) {
  for (const AxisUse& use : axes) {
    if (!use.id.empty()) used.insert(use.id);
    note_axes(use.members, used);
  }
}

[[noreturn]] void refuse_op(const OpModel& op, const std::string& what, std::string found,
                            std::string action) {
  Diagnostic diagnostic;
  diagnostic.what = quote(op.name) + " " + what;
  diagnostic.found = std::move(found);
  diagnostic.action = std::move(action);
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Makes arrays inline. `loaded`: arrays from files have been read.
void carry_values(OpModel& op, bool loaded) {
  for (auto& [key, attribute] : op.attributes) {
    auto* tensor = std::get_if<TensorModel>(&attribute);
    if (!tensor) continue;
    if (!loaded && !tensor->file.empty())
      refuse_op(op, "has its array in a file, which copied ops cannot have", tensor->file, {});
    const std::int64_t count = element_count(tensor->value.shape);
    if (count > most_carried)
      refuse_op(op, "has an initial value that is too large to copy to another document",
                std::to_string(count) + " elements",
                "copy it within its document, or create it in the other document");
    tensor->file.clear();
    tensor->name.clear();
  }
}

OpModel carried(const OpModel& row, const std::set<RowId>& inside) {
  OpModel op = row;
  if (!op.step_parameters.empty() || kind_of(op) == OpKind::loop_parameter)
    refuse_op(op, "belongs to a loop", {}, "copy it in the program that makes the document");
  std::string lacks;
  std::erase_if(op.operands, [&, index = 0](const OperandModel& operand) mutable {
    const bool missing = inside.count(operand.op) == 0;
    if (missing) lacks += (lacks.empty() ? "" : " ") + std::to_string(index);
    ++index;
    return missing;
  });
  if (!lacks.empty()) op.metadata[lacks_key] = lacks;
  op.document_line = 0;
  carry_values(op, true);
  return op;
}

void restore_operands(OpModel& op) {
  const auto lacks = op.metadata.find(lacks_key);
  if (lacks == op.metadata.end()) return;
  std::istringstream places(lacks->second);
  for (std::size_t place; places >> place;) {
    if (place > op.operands.size())
      refuse_op(op, "lacks an operand that does not exist", lacks->second, {});
    op.operands.insert(op.operands.begin() + static_cast<std::ptrdiff_t>(place), OperandModel{});
  }
  op.metadata.erase(lacks);
  op.document_line = waiting_line;
}

// Adds scalar constants, which the canvas shows on the cards of their readers.
std::set<RowId> with_constants(const DocumentModel& model, const std::vector<RowId>& ops) {
  std::set<RowId> inside(ops.begin(), ops.end());
  std::set<RowId> scalars;
  for (const OpModel& op : model.ops)
    for (const auto& [key, attribute] : op.attributes)
      if (const auto* tensor = std::get_if<TensorModel>(&attribute))
        if (kind_of(op) == OpKind::constant && element_count(tensor->value.shape) == 1)
          scalars.insert(op.id);
  for (const OpModel& op : model.ops) {
    if (std::find(ops.begin(), ops.end(), op.id) == ops.end()) continue;
    for (const OperandModel& operand : op.operands)
      if (scalars.count(operand.op) > 0) inside.insert(operand.op);
  }
  return inside;
}

}  // namespace

std::string piece_text(const DocumentModel& model, const std::vector<RowId>& ops,
                       const std::map<RowId, CardPlace>& places) {
  const std::set<RowId> inside = with_constants(model, ops);
  DocumentModel piece;
  std::set<std::string> used;
  for (const OpModel& row : model.ops) {
    if (inside.count(row.id) == 0) continue;
    OpModel op = carried(row, inside);
    const auto place = places.find(row.id);
    op.metadata.erase(place_key);
    if (place != places.end()) op.metadata[place_key] = text_of(place->second);
    for (const auto& [key, attribute] : op.attributes)
      if (const auto* axes = std::get_if<AxesModel>(&attribute)) note_axes(*axes, used);
    piece.ops.push_back(std::move(op));
  }
  for (const AxisModel& axis : model.axes)
    if (used.count(axis.id) > 0) piece.axes.push_back(axis);
  std::string text = document_text(piece);
  std::replace(text.begin(), text.end(), '\n', ' ');  // one line; strings have escapes
  return text;
}

std::string paste_line(const std::string& piece) {
  std::string line = "paste(\"";
  for (const char c : piece) {
    if (c == '"' || c == '\\') line += '\\';
    line += c;
  }
  return line + "\")";
}

DocumentModel read_piece(const std::string& text) {
  Reader reader(std::as_bytes(std::span(text)), "the piece");
  Notes notes;
  DocumentModel piece = read_document(reader, notes);
  for (OpModel& op : piece.ops) {
    carry_values(op, false);
    restore_operands(op);
  }
  return piece;
}

}  // namespace ng::editing
