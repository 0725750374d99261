// SPDX-License-Identifier: Apache-2.0
// What one statement of an edit works on, and what it reports.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/editing/draft.h"

namespace ng::editing {

class EditContext {
 public:
  // `at`: place of a card that the statement creates.
  EditContext(Draft& draft, std::optional<CardPlace> at);

  Rows& rows() { return rows_; }
  Names names() const { return draft_.names(); }
  const std::map<std::string, Axis>& axes() const { return draft_.axes_; }
  const std::map<RowId, Op>& live_ops() const { return draft_.live_ops_; }
  void bring_to_life() { draft_.bring_to_life(); }

  const OpModel& row(const Syntax& syntax) const { return draft_.row(syntax); }
  const OpModel& row_at(const Syntax& call, std::size_t index, const char* signature) const;
  // Binds the arguments after the first `from` to parameters.
  Arguments bind(const Syntax& call, const std::vector<Parameter>& parameters,
                 const char* signature, std::size_t from = 0) const;

  RunPlan plan_or_new() const;
  void set_plan(RunPlan plan);
  void place(RowId id);  // at `at`

  std::string name;  // of the edit, for the undo menu entry
  RowId about = 0;   // the op that was created or changed

 private:
  Draft& draft_;
  Rows& rows_;
  std::optional<CardPlace> at_;
};

}  // namespace ng::editing
