// SPDX-License-Identifier: Apache-2.0
// Target: an expression of a breakpoint or a watch, over a small value.
#include "engine/records/values/value_expression.h"
#include "engine/records/op_record.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {

void target_value_expression(Bytes bytes) {
  const ValueExpression expression{std::string(text_of(bytes))};
  const Tensor value(DType::f32, {2, 3});
  const std::vector<AxisRecord> axes{{"C", 2, 0, {}}, {"N", 3, 0, {}}};
  expression(value, axes);
}

}  // namespace ng::fuzz
