// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/op_def.h"

namespace ng {

std::int64_t byte_size(const TensorType& type) {
  return type.axes.element_count() * static_cast<std::int64_t>(size_of(type.dtype));
}

std::int64_t byte_traffic(const Node& node) {
  if (node.def->traits.source || node.def->traits.sequencing) return 0;
  std::int64_t bytes = 0;
  for (const Value& operand : node.operands) {
    if (operand.has_type()) bytes += byte_size(operand.type());
  }
  for (const TensorType& result : node.results) bytes += byte_size(result);
  return bytes;
}

}  // namespace ng
