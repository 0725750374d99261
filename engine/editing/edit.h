// SPDX-License-Identifier: Apache-2.0
// Carries out one statement of an edit on the rows of a draft: a verb of the table, or an
// expression that creates or assigns an op.
#pragma once

#include <optional>
#include <string>

#include "engine/editing/edit_context.h"

namespace ng::editing {

class Edit {
 public:
  Edit(Draft& draft, std::optional<CardPlace> at) : edit_(draft, at) {}

  void run(const Statement& statement, const std::string& line);
  const std::string& name() const { return edit_.name; }  // for the undo menu entry
  RowId about() const { return edit_.about; }

 private:
  void expression(const Statement& statement, const std::string& line);
  void assign_value(const OpModel& row, const Given& value, int column);

  EditContext edit_;
};

// What the statement would create or change, from its types alone.
Preview preview_of(const Statement& statement, const Names& names, const Draft& draft);

}  // namespace ng::editing
