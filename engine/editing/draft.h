// SPDX-License-Identifier: Apache-2.0
// A document under construction. Every edit is a line of text, used by the window, the command line
// and the journal: `y = x + 1`, `connect(#3, #5, "y")`, `remove(W)`. A rejected edit changes
// nothing. Not thread safe.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/documents/document.h"
#include "engine/editing/evaluate.h"
#include "engine/editing/rows.h"

namespace ng::editing {

// Result of a line, shown as a preview next to the cursor.
struct Preview {
  std::string makes;                // "add y: float32 (C: 4)"; name of the edit if nothing is added
  std::vector<std::string> inputs;  // names that would become placeholders
};

// An op that cannot be computed yet.
struct Unfinished {
  RowId id = 0;
  std::string why;  // "dot lacks y"
};

class Draft {
 public:
  static constexpr std::size_t most_steps = 1000;  // undo limit; the oldest steps are dropped

  // Starts with an empty or an existing document. `path` names it in messages.
  explicit Draft(DocumentModel model = {}, std::string path = {});

  const DocumentModel& model() const { return rows_.model(); }  // including unfinished ops
  const std::map<RowId, CardPlace>& places() const { return rows_.places(); }
  // The document without unfinished ops, to save or run. Unless there is another computation, it
  // has one named "results" of all unread ops, with the placeholders that they need.
  DocumentModel finished() const;
  // Same, with 0 for scalar placeholders without a value and a plan that feeds them.
  DocumentModel runnable() const;
  std::vector<Unfinished> unfinished() const;

  // Applies one edit as one undo step. `at` is the place of its new card. Throws EditErrors.
  void apply(const std::string& line, std::optional<CardPlace> at = {});
  Preview preview(const std::string& line) const;
  // Applies a line and reverts it, with the same EditErrors. Returns type and name of the result.
  Preview trial(const std::string& line);

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < steps_.size(); }
  std::size_t done() const { return done_; }
  std::string undo_name() const;  // empty: nothing to undo
  std::string redo_name() const;
  void undo();
  void redo();
  // Ids that edits made, undone ones included, are not given to another row.
  RowId next_id() const { return rows_.next_id(); }
  void reserve_ids(RowId next) { rows_.reserve_ids(next); }
  // The op that the last edit created or changed; 0: none.
  RowId last() const { return done_ > 0 ? steps_[done_ - 1].about : 0; }

  bool modified() const { return saved_ != serial(); }
  void mark_saved() { saved_ = serial(); }
  void mark_unsaved() { saved_.reset(); }  // no step is that of the file

  // The names that lines and records use; no edit.
  void set_words(ModelWordsPtr words) { rows_.set_words(std::move(words)); }

  // The row for a name or #id in a line; throws an EditError if there is none.
  const OpModel& row(const Syntax& syntax) const;
  // Type of an op's value, "float32 (C: 4)"; empty if unfinished or without a value.
  std::string type_of(RowId id) const;

 private:
  friend class EditContext;
  struct Step {
    std::string name;
    Rows::Changes changes;
    RowId about = 0;
    std::uint64_t serial = 0;
  };
  std::uint64_t serial() const { return done_ > 0 ? steps_[done_ - 1].serial : first_serial_; }
  Step carry_out(const std::string& line, std::optional<CardPlace> at);
  void bring_to_life();  // rebuilds the live ops of finished rows; throws the engine's errors
  Names names() const;
  Op live_named(const std::string& name) const;

  Rows rows_;
  std::string path_;
  Document live_;
  std::map<std::string, Axis> axes_;
  std::map<RowId, Op> live_ops_;
  std::unordered_map<std::string, Op> by_name_;  // of live ops
  std::unordered_map<std::string, std::set<OpId>> by_shown_name_;
  std::deque<Step> steps_;
  std::size_t done_ = 0;
  std::uint64_t next_serial_ = 1, first_serial_ = 0;
  std::optional<std::uint64_t> saved_ = 0;  // none: the file has another state
};

// Value of `document_line` for ops with missing operands.
constexpr int waiting_line = -1;
inline bool is_waiting(const OpModel& op) {
  return op.document_line == waiting_line;
}

}  // namespace ng::editing
