// SPDX-License-Identifier: Apache-2.0
// Target: a schedule of a run plan.
#include "engine/formats/documents/expression.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_expression(Bytes bytes) {
  const Expression expression(std::string(text_of(bytes)), schedule_variables());
  const double values[] = {1, 2, 3};
  expression(values);
}

}  // namespace ng::fuzz
