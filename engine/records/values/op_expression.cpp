// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/op_expression.h"

namespace ng {

OpExpression divide_op_expression(const std::string& text,
                                  const std::function<bool(const std::string&)>& is_op) {
  const auto at = [&text](std::size_t colon) {
    return OpExpression{text.substr(0, colon), colon == text.npos ? "" : text.substr(colon + 1)};
  };
  for (std::size_t colon = text.npos;;) {
    if (OpExpression parts = at(colon); is_op(parts.op)) return parts;
    if (colon == 0) break;
    colon = text.rfind(':', colon == text.npos ? colon : colon - 1);
    if (colon == text.npos) break;
  }
  return at(text.rfind(':'));
}

}  // namespace ng
