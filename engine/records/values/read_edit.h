// SPDX-License-Identifier: Apache-2.0
// Parses elements and edits of elements, with one syntax for the command line and the window.
#pragma once

#include <functional>

#include "engine/records/debug_record.h"

namespace ng {

struct NamedValue {
  OpId op = 0;
  std::vector<AxisRecord> axes;
};

// "X[0, 1] = 3", "X[C 0, N 1] = 3", "alpha = 3" (all elements). `named` looks up a name, or throws.
// Throws value and index Errors that show what was expected.
ElementEdit read_edit(const std::string& text,
                      const std::function<NamedValue(const std::string&)>& named);

struct NamedElement {
  OpId op = 0;
  std::int64_t element = 0;
};

// "X[0, 1]", "X[C 0, N 1]", "X[C=0, N=1]", "loss" (a scalar).
NamedElement read_element(const std::string& text,
                          const std::function<NamedValue(const std::string&)>& named);

}  // namespace ng
