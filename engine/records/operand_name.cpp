// SPDX-License-Identifier: Apache-2.0
#include "engine/records/operand_name.h"

#include "engine/base/result_name.h"

namespace ng {

std::string operand_name(const GraphRecord& graph, const OperandRecord& operand) {
  const OpRecord* op = graph.find(operand.op);
  return to_string(ResultName{op ? op->name : std::to_string(operand.op), operand.result});
}

}  // namespace ng
