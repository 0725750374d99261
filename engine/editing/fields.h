// SPDX-License-Identifier: Apache-2.0
// What can be changed of an op, each with the line that changes it.
#pragma once

#include <string>
#include <vector>

#include "engine/editing/draft.h"

namespace ng::editing {

struct Field {
  std::string name;   // "axes"; "name" and "fed" besides attributes
  std::string value;  // as it is written in a line; of the name: without quotes
  std::string line;   // "set(#5, axes=%1)": %1 gives way to the new value
};

// The op's name, what a placeholder is fed, then its attributes, those of its function that it
// lacks among them. Arrays of more than 64 elements are left out. Empty: there is no such op.
std::vector<Field> fields_of(const Draft& draft, RowId id);

}  // namespace ng::editing
