// SPDX-License-Identifier: Apache-2.0
// Undo steps, and the live ops of the rows.
#include "engine/editing/draft.h"

#include <algorithm>
#include <set>

#include "engine/base/cancellation.h"
#include "engine/base/nearest.h"
#include "engine/base/quote.h"
#include "engine/documents/import_document.h"
#include "engine/editing/edit.h"
#include "engine/editing/implied_computation.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/op_name.h"

namespace ng::editing {
namespace {

std::string display_name(const OpModel& op) {
  if (!op.named) return op.op + "_" + std::to_string(op.id);
  return unscoped_name(op.name);
}

// Ids of ops that cannot be computed: ops that wait for operands, and their transitive readers.
std::set<RowId> unfinished_ids(const DocumentModel& model) {
  std::set<RowId> found;
  std::map<RowId, std::vector<RowId>> readers;
  std::vector<RowId> next;
  for (const OpModel& op : model.ops) {
    poll_cancellation();
    if (is_waiting(op)) next.push_back(op.id);
    for (const OperandModel& operand : op.operands) readers[operand.op].push_back(op.id);
  }
  while (!next.empty()) {
    const RowId id = next.back();
    next.pop_back();
    if (!found.insert(id).second) continue;
    for (const RowId reader : readers[id]) next.push_back(reader);
  }
  return found;
}

std::string why_waiting(const OpModel& op) {
  const Function* function = find_function(op.op);
  std::string missing;
  std::size_t i = 0;
  for (const OperandModel& operand : op.operands) {
    const bool known = function && i < function->parameters.size();
    const std::string name = known ? std::string(function->parameters[i].name) : std::to_string(i);
    if (operand.op == 0) missing += (missing.empty() ? "" : ", ") + name;
    ++i;
  }
  return missing;
}

}  // namespace

Draft::Draft(DocumentModel model, std::string path)
    : rows_(std::move(model)), path_(std::move(path)) {
  for (const OpModel& op : rows_.model().ops)
    if (const auto place = place_of(op.metadata)) rows_.set_place(op.id, place);
  rows_.take_changes();
  bring_to_life();
}

DocumentModel Draft::finished() const {
  DocumentModel model = rows_.model();
  const std::set<RowId> without = unfinished_ids(model);
  std::erase_if(model.ops, [&](const OpModel& op) { return without.count(op.id) > 0; });
  std::erase_if(model.computations, [&](const ComputationModel& each) {
    return std::any_of(each.results.begin(), each.results.end(),
                       [&](const OperandModel& result) { return without.count(result.op) > 0; });
  });
  add_implied_computation(model);
  fit_plan(model);
  for (OpModel& op : model.ops) {
    const auto place = places().find(op.id);
    op.metadata.erase(place_key);
    if (place != places().end()) op.metadata[place_key] = text_of(place->second);
  }
  return model;
}

DocumentModel Draft::runnable() const {
  DocumentModel model = finished();
  feed_zeros(model);
  return model;
}

std::vector<Unfinished> Draft::unfinished() const {
  std::vector<Unfinished> list;
  const std::set<RowId> ids = unfinished_ids(model());
  for (const OpModel& op : model().ops) {
    if (ids.count(op.id) == 0) continue;
    const std::string missing = is_waiting(op) ? why_waiting(op) : std::string();
    list.push_back({op.id, display_name(op) + (missing.empty() ? " reads an unfinished op"
                                                               : " lacks " + missing)});
  }
  return list;
}

void Draft::bring_to_life() {
  DocumentModel model = rows_.model();
  const std::set<RowId> without = unfinished_ids(model);
  std::erase_if(model.ops, [&](const OpModel& op) { return without.count(op.id) > 0; });
  model.computations.clear();
  std::map<std::string, Axis> axes;
  Document live = import_document(model, path_.empty() ? "the draft" : path_, axes);
  live_ = std::move(live);
  axes_ = std::move(axes);
  live_ops_.clear();
  for (const Op& op : live_.ops) live_ops_[op.id()] = op;
  by_name_.clear();
  for (const auto& [id, op] : live_ops_) by_name_.emplace(op.name(), op);
  by_shown_name_.clear();
  for (const auto& [id, op] : live_ops_) {
    by_shown_name_[ng::display_name(op.node())].insert(id);
    by_shown_name_[unscoped_name(op.name())].insert(id);
  }
}

// Records the changes in the step, or reverts them if the edit is rejected.
Draft::Step Draft::carry_out(const std::string& line, std::optional<CardPlace> at) {
  Step step;
  try {
    const std::vector<StatementText> statements = statements_of(line);
    std::size_t moves = 0;
    for (const StatementText& each : statements) {
      Edit edit(*this, at);
      edit.run(parse_statement(each), each.text);
      bring_to_life();
      if (step.name.empty()) step.name = edit.name();
      step.about = edit.about();
      moves += edit.name().starts_with("Move ") ? 1 : 0;
    }
    if (statements.size() > 1 && moves == statements.size())
      step.name = "Move " + std::to_string(moves) + " ops";
    else if (statements.size() > 1)
      step.name += " and " + std::to_string(statements.size() - 1) + " more";
  } catch (const Error& error) {
    rows_.revert(rows_.take_changes());
    bring_to_life();
    const bool ours = error.fault() == Fault::user && error.kind() != ErrorKind::cancelled;
    if (dynamic_cast<const EditError*>(&error) || !ours) throw;
    throw EditError(error.diagnostic(), 0);
  }
  return step;
}

void Draft::apply(const std::string& line, std::optional<CardPlace> at) {
  Step step = carry_out(line, at);
  step.changes = rows_.take_changes();
  rows_.reserve_ids(rows_.next_id());
  step.serial = next_serial_++;
  steps_.resize(done_);
  steps_.push_back(std::move(step));
  if (steps_.size() > most_steps) {
    first_serial_ = steps_.front().serial;
    steps_.pop_front();
  }
  done_ = steps_.size();
}

Preview Draft::trial(const std::string& line) {
  const Step step = carry_out(line, {});
  Preview preview;
  const std::string type = type_of(step.about);
  preview.makes = step.name + (type.empty() ? "" : ": " + type);
  rows_.revert(rows_.take_changes());
  bring_to_life();
  return preview;
}

Preview Draft::preview(const std::string& line) const {
  return preview_of(parse_statement({line, 0}), names(), *this);
}

std::string Draft::undo_name() const {
  return can_undo() ? steps_[done_ - 1].name : std::string();
}

std::string Draft::redo_name() const {
  return can_redo() ? steps_[done_].name : std::string();
}

void Draft::undo() {
  if (!can_undo()) return;
  rows_.revert(steps_[--done_].changes);
  bring_to_life();
}

void Draft::redo() {
  if (!can_redo()) return;
  rows_.repeat(steps_[done_++].changes);
  bring_to_life();
}

std::string Draft::type_of(RowId id) const {
  const auto at = live_ops_.find(id);
  if (at == live_ops_.end() || !at->second.value().has_type()) return {};
  return to_string(at->second.value().type());
}

Op Draft::live_named(const std::string& name) const {
  if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
  const auto found = by_shown_name_.find(name);
  if (found == by_shown_name_.end()) return {};
  if (found->second.size() == 1) return live_ops_.at(*found->second.begin());
  std::vector<std::string> full_names;
  for (const OpId id : found->second) full_names.push_back(live_ops_.at(id).name());
  refuse(ErrorKind::value, ambiguous_name(name, full_names));
}

Names Draft::names() const {
  Names names;
  names.op = [this](const std::string& name) { return live_named(name); };
  names.op_by_id = [this](std::uint64_t id) {
    const auto at = live_ops_.find(id);
    return at == live_ops_.end() ? Op() : at->second;
  };
  names.axis = [this](const std::string& name) {
    const auto at = axes_.find(name);
    return at == axes_.end() ? Axis() : at->second;
  };
  for (const OpModel& op : model().ops) names.ops.push_back(display_name(op));
  for (const auto& [id, axis] : axes_) names.axes.push_back(id);
  return names;
}

const OpModel& Draft::row(const Syntax& syntax) const {
  if (syntax.kind == Syntax::Kind::id) {
    if (const OpModel* op = rows_.find(static_cast<RowId>(syntax.number))) return *op;
    refuse_at(syntax.column, "there is no op with this id");
  }
  if (syntax.kind != Syntax::Kind::name && syntax.kind != Syntax::Kind::text)
    refuse_at(syntax.column, "an op is expected here", {}, "a name, or #5 for the op 5");
  std::vector<std::string> known, full_names;
  const OpModel* found = nullptr;
  for (const OpModel& op : model().ops) {
    if (op.name == syntax.text) return op;
    known.push_back(display_name(op));
    if (known.back() != syntax.text) continue;
    full_names.push_back(op.name);
    found = &op;
  }
  if (full_names.size() == 1) return *found;
  if (found) {
    const Diagnostic several = ambiguous_name(syntax.text, full_names);
    refuse_at(syntax.column, several.what, {}, several.expected, several.action);
  }
  const std::string meant = nearest(syntax.text, known);
  refuse_at(syntax.column, "there is no op " + quote(syntax.text), {}, {},
            meant.empty() ? "" : "did you mean " + quote(meant) + "?");
}

}  // namespace ng::editing
