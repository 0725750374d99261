// SPDX-License-Identifier: Apache-2.0
// A document that is being made. Every edit is a line of text, the same in the window, on the
// command line and in the journal: `y = x + 1`, `connect(#3, #5, "y")`, `remove(W)`. An edit that
// the engine refuses changes nothing. Not thread safe.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/editing/evaluate.h"
#include "engine/editing/rows.h"
#include "engine/session/document.h"

namespace ng::editing {

// What a line would make, for the text beside the cursor.
struct Preview {
  std::string makes;                // "add y: float32 (C: 4)"; of other edits their name
  std::vector<std::string> inputs;  // names that would become placeholders
};

// An op that cannot be computed yet, and why.
struct Unfinished {
  RowId id = 0;
  std::string why;  // "dot lacks y"
};

class Draft {
 public:
  static constexpr std::size_t most_steps = 1000;  // that can be undone; the oldest are forgotten

  // Of an empty document, or of one that was read. `path` names it in messages.
  explicit Draft(DocumentModel model = {}, std::string path = {});

  const DocumentModel& model() const { return rows_.model(); }  // with unfinished ops
  const std::map<RowId, CardPlace>& places() const { return rows_.places(); }
  // What can be saved and run: the unfinished left out. Without a computation of another name it
  // has one named "results": every op that nothing reads, fed by the placeholders below.
  DocumentModel finished() const;
  // The same, with 0 for scalar placeholders that have no value, and a plan that feeds them.
  DocumentModel runnable() const;
  std::vector<Unfinished> unfinished() const;

  // One edit, one step. `at` is where its new card shall stand. EditErrors say why not.
  void apply(const std::string& line, std::optional<CardPlace> at = {});
  Preview preview(const std::string& line) const;
  // As apply() does, and takes it back: the same refusals. Gives type and name of what was made.
  Preview trial(const std::string& line);

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < steps_.size(); }
  std::size_t done() const { return done_; }
  std::string undo_name() const;  // empty: nothing to undo
  std::string redo_name() const;
  void undo();
  void redo();
  // The op that the last edit is about: the new one, or the changed one; 0: none.
  RowId last() const { return done_ > 0 ? steps_[done_ - 1].about : 0; }

  bool modified() const { return saved_ != serial(); }
  void mark_saved() { saved_ = serial(); }

  // The row that a name, or #id in a line, stands for; EditError when there is none.
  const OpModel& row(const Syntax& syntax) const;
  // Type of an op's value as text, "float32 (C: 4)"; empty: it is unfinished or has none.
  std::string type_of(RowId id) const;

 private:
  friend class Edit;
  struct Step {
    std::string name;
    Rows::Changes changes;
    RowId about = 0;
    std::uint64_t serial = 0;
  };
  std::uint64_t serial() const { return done_ > 0 ? steps_[done_ - 1].serial : first_serial_; }
  Step carry_out(const std::string& line, std::optional<CardPlace> at);
  void bring_to_life();  // builds the finished ops anew; what the engine refuses is thrown
  Names names() const;
  Op live_named(const std::string& name) const;

  Rows rows_;
  std::string path_;
  Document live_;
  std::map<std::string, Axis> axes_;
  std::map<RowId, Op> live_ops_;
  std::unordered_map<std::string, Op> by_name_, by_shown_name_;  // of live ops
  std::deque<Step> steps_;
  std::size_t done_ = 0;
  std::uint64_t next_serial_ = 1, first_serial_ = 0, saved_ = 0;
};

// In `document_line` of ops whose operands are not all there.
constexpr int waiting_line = -1;
inline bool is_waiting(const OpModel& op) {
  return op.document_line == waiting_line;
}

}  // namespace ng::editing
