// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/programs/program_walk.h"

#include "engine/formats/documents/model_traits.h"

#include <utility>

namespace ng {
namespace {

std::vector<OperandModel> inputs_of(const OpModel& op) {
  std::vector<OperandModel> inputs = op.operands;
  inputs.insert(inputs.end(), op.step_results.begin(), op.step_results.end());
  return inputs;
}

}  // namespace

std::size_t count_of(const OpModel& loop, const char* key) {
  for (const auto& [name, value] : loop.attributes) {
    if (name == key) return static_cast<std::size_t>(std::get<std::int64_t>(value));
  }
  return 0;
}

ProgramWalk::ProgramWalk(const DocumentModel& model) {
  for (const OpModel& op : model.ops) by_id[op.id] = &op;
  for (const ComputationModel& each : model.computations) {
    for (const OperandModel& result : each.results) {
      // Counts results twice, so that each gets its own variable.
      use(result);
      use(result);
    }
    for (const std::uint64_t parameter : each.parameters) use({parameter, 0});
  }
  // Follows the document's order where possible, since it decides between otherwise unordered
  // writes.
  std::vector<std::uint64_t> roots;
  for (const auto& [id, count] : uses) roots.push_back(id);
  for (const std::uint64_t id : roots) reach(id);
  const std::set<std::uint64_t> all = std::exchange(reached, {});
  order.clear();
  for (const OpModel& op : model.ops) {
    if (all.count(op.id) > 0) reach(op.id);
  }
  for (const OpModel* op : order) {
    for (const OperandModel& input : inputs_of(*op)) use(input);
    if (kind_of(*op) == OpKind::loop) own_step(*op);
  }
}

void ProgramWalk::use(const OperandModel& operand) {
  ++uses[operand.op];
}

void ProgramWalk::reach(std::uint64_t id) {
  struct Open {
    const OpModel* op;
    std::vector<OperandModel> inputs;
    std::size_t next = 0;
  };
  if (!reached.insert(id).second) return;
  std::vector<Open> open{{by_id.at(id), inputs_of(*by_id.at(id))}};
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next == top.inputs.size()) {
      order.push_back(top.op);
      open.pop_back();
      continue;
    }
    const std::uint64_t input = top.inputs[top.next++].op;
    if (reached.insert(input).second) open.push_back({by_id.at(input), inputs_of(op(input))});
  }
}

void ProgramWalk::own_step(const OpModel& loop) {
  for (const OperandModel& operand : loop.operands) loop_operands.insert(operand.op);
  std::vector<std::uint64_t> waiting(loop.step_parameters);
  for (const OperandModel& result : loop.step_results) waiting.push_back(result.op);
  while (!waiting.empty()) {
    const OpModel& inside = op(waiting.back());
    waiting.pop_back();
    if (kind_of(inside) == OpKind::constant || !owner.try_emplace(inside.id, loop.id).second)
      continue;
    for (const OperandModel& operand : inside.operands) waiting.push_back(operand.op);
  }
}

std::uint64_t ProgramWalk::loop_of(const OpModel& op) const {
  const auto found = owner.find(op.id);
  return found == owner.end() ? 0 : found->second;
}

}  // namespace ng
