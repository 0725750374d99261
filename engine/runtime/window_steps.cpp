// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/window_steps.h"

#include <sstream>

#include "engine/base/error.h"

namespace ng {

void refuse_index(const Lookup& lookup, double index) {
  std::ostringstream found;
  found << index;
  Diagnostic diagnostic;
  diagnostic.what = "an index of a look-up is no row of the table";
  diagnostic.where = lookup.where;
  diagnostic.found = found.str();
  diagnostic.expected = "0 to " + std::to_string(lookup.rows - 1);
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace ng
