// SPDX-License-Identifier: Apache-2.0
// Names of new rows: unused ones, and checks of the names that a user gives.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/editing/rows.h"

namespace ng::editing {

// Generates unused automatic names: "Add", "Add_0", "Add_1" …
class FreshNames {
 public:
  explicit FreshNames(const DocumentModel& model);
  void add(const std::string& name) { taken_.insert(name); }
  std::string take(const std::string& class_name);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;
};

std::string shown_name(const OpModel& op);  // without scopes; the op's kind if it has no name
std::string automatic_name(const Rows& rows, const std::string& class_name);
std::string fresh_name(const Rows& rows, const OpModel& row);  // keeps the row's name if unused
// Throws an EditError if the name is taken, empty or too long.
void name_row(Rows& rows, RowId id, const std::string& name, int column);

}  // namespace ng::editing
