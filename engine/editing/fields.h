// SPDX-License-Identifier: Apache-2.0
// Editable properties of an op, each with the line that changes it.
#pragma once

#include <string>
#include <vector>

#include "engine/editing/draft.h"

namespace ng::editing {

struct Field {
  std::string name;   // "name", "fed", or an attribute such as "axes"
  std::string value;  // as written in a line; names without quotes
  std::string line;   // "set(#5, axes=%1)": %1 is the new value
};

// The op's name, a placeholder's source, then its attributes, including unset ones of its function.
// Omits arrays of more than 64 elements. Empty for an unknown op.
std::vector<Field> fields_of(const Draft& draft, RowId id);

}  // namespace ng::editing
