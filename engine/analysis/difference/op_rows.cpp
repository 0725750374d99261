// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/difference/op_rows.h"

#include <algorithm>
#include <numeric>

namespace ng {
namespace {

// Positions of the links of a step, above those of operands.
constexpr std::size_t first_parameter = 1024, first_result = 2048, most_links = 1024;

}  // namespace

OpRows::OpRows(const GraphRecord& graph, const std::vector<LoopRecord>& loops) {
  for (const OpRecord& op : graph.ops)
    if (rows_.emplace(op.id, static_cast<std::uint32_t>(ops_.size())).second) ops_.push_back(&op);
  const StepLinks steps = step_links(loops);
  for (const OpRecord* op : ops_) {
    for (std::size_t i = 0; i < op->operands.size(); ++i)
      if (const auto found = rows_.find(op->operands[i].op); found != rows_.end())
        operands_.all.push_back({found->second, static_cast<std::uint16_t>(op->operands[i].result),
                                 static_cast<std::uint16_t>(op->traits.commutative ? 0 : i)});
    if (const auto found = steps.find(op->id); found != steps.end())
      operands_.all.insert(operands_.all.end(), found->second.begin(), found->second.end());
    operands_.ends.push_back(operands_.all.size());
  }
  add_users();
}

OpRows::StepLinks OpRows::step_links(const std::vector<LoopRecord>& loops) const {
  StepLinks links;
  for (const LoopRecord& loop : loops) {
    const auto row = rows_.find(loop.op);
    if (row == rows_.end()) continue;
    const auto add = [&](const std::vector<OpId>& ops, std::size_t first) {
      for (std::size_t i = 0; i < std::min(ops.size(), most_links); ++i)
        links[ops[i]].push_back({row->second, 0, static_cast<std::uint16_t>(first + i)});
    };
    add(loop.step.parameters, first_parameter);
    add(loop.step.results, first_result);
  }
  return links;
}

// Users are in graph order, as a counting sort of the operands leaves them.
void OpRows::add_users() {
  std::vector<std::size_t> next(size() + 1, 0);
  for (const Link& link : operands_.all) ++next[link.row + 1];
  for (std::size_t row = 0; row < size(); ++row) next[row + 1] += next[row];
  users_.ends.assign(next.begin() + 1, next.end());
  users_.all.resize(operands_.all.size());
  for (std::size_t row = 0; row < size(); ++row)
    for (const Link& link : operands(row))
      users_.all[next[link.row]++] = {static_cast<std::uint32_t>(row), link.result, link.position};
}

std::vector<std::uint32_t> OpRows::components(const std::vector<bool>& taken) const {
  std::vector<std::uint32_t> parent(size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&parent](std::uint32_t row) {
    while (parent[row] != row) row = parent[row] = parent[parent[row]];
    return row;
  };
  for (std::uint32_t row = 0; row < size(); ++row)
    for (const Link& link : operands(row))
      if (!taken[row] && !taken[link.row]) parent[root(row)] = root(link.row);
  for (std::uint32_t row = 0; row < size(); ++row) parent[row] = root(row);
  return parent;
}

std::size_t OpRows::find(OpId op) const {
  const auto found = rows_.find(op);
  return found == rows_.end() ? size() : found->second;
}

}  // namespace ng
