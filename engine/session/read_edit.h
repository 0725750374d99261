// SPDX-License-Identifier: Apache-2.0
// An element, or an edit of one, as users write it: the same words on the command line and in the
// window.
#pragma once

#include <functional>

#include "engine/session/debug_record.h"

namespace ng {

struct NamedValue {
  OpKey op = 0;
  std::vector<AxisRecord> axes;
};

// "X[0, 1] = 3", "X[C 0, N 1] = 3", "alpha = 3" (every element of it). `named` gives what goes by a
// name, or throws. Value and index Errors that show what was expected.
ElementEdit read_edit(const std::string& text,
                      const std::function<NamedValue(const std::string&)>& named);

struct NamedElement {
  OpKey op = 0;
  std::int64_t element = 0;
};

// "X[0, 1]", "X[C 0, N 1]", "X[C=0, N=1]", "loss" (of a single number).
NamedElement read_element(const std::string& text,
                          const std::function<NamedValue(const std::string&)>& named);

}  // namespace ng
