// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/own_ids.h"

#include <algorithm>

#include "engine/graph/op_ids.h"

namespace ng {
namespace {

void shift(std::vector<OperandModel>& operands, OpId by) {
  for (OperandModel& operand : operands) operand.op += by;
}
void shift(std::vector<std::uint64_t>& ids, OpId by) {
  for (std::uint64_t& id : ids) id += by;
}

}  // namespace

void give_own_ids(DocumentModel& model) {
  OpId last = 0;
  for (const OpModel& op : model.ops) last = std::max(last, op.id);
  for (const ComputationModel& each : model.computations) last = std::max(last, each.id);
  const OpId before = take_op_ids(last);
  for (OpModel& op : model.ops) {
    op.id += before;
    shift(op.operands, before);
    shift(op.step_parameters, before);
    shift(op.step_results, before);
  }
  for (ComputationModel& each : model.computations) {
    each.id += before;
    shift(each.results, before);
    shift(each.parameters, before);
  }
}

}  // namespace ng
