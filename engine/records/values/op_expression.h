// SPDX-License-Identifier: Apache-2.0
// An op and an expression over its value, as breakpoints and watches are written: "W: norm".
#pragma once

#include <functional>
#include <string>

namespace ng {

struct OpExpression {
  std::string op, expression;
};

// Divides "OP: EXPRESSION" or "OP" at a colon. Names of ops may contain colons ("x:0: max"), and
// expressions do not: the op is the longest part before a colon, or the text, that `is_op` accepts;
// if it accepts none, the part before the last colon, or the text.
OpExpression divide_op_expression(const std::string& text,
                                  const std::function<bool(const std::string&)>& is_op);

}  // namespace ng
