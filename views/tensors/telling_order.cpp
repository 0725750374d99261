// SPDX-License-Identifier: Apache-2.0
// By what reads a variable first.
#include "views/tensors/telling_order.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ng::views {
namespace {

struct Reader {
  int kind = 3;               // 0: of vectors, 1: filters, 2: a matrix, 3: the rest
  std::size_t at = SIZE_MAX;  // the first op that reads it
};

int kindOf(const OpRecord& variable, const OpRecord* reader) {
  if (reader && reader->op == "lookuptable") return 0;
  if (reader && reader->op == "convolution") return 1;
  const bool matrix = !variable.results.empty() && variable.results.front().axes.size() > 1;
  return matrix ? 2 : 3;
}

}  // namespace

std::vector<OpKey> tellingOrder(const DocumentRecord& document) {
  std::vector<OpKey> order = document.variables;
  if (!document.graph) return order;
  std::unordered_map<OpKey, Reader> readers;
  for (const OpKey variable : order) readers[variable];
  const std::vector<OpRecord>& ops = document.graph->ops;
  for (std::size_t i = 0; i < ops.size(); ++i)
    for (const OperandRecord& operand : ops[i].operands)
      if (const auto it = readers.find(operand.op); it != readers.end())
        it->second.at = std::min(it->second.at, i);
  for (auto& [variable, reader] : readers)
    if (const OpRecord* record = document.graph->find(variable))
      reader.kind = kindOf(*record, reader.at < ops.size() ? &ops[reader.at] : nullptr);
  std::stable_sort(order.begin(), order.end(), [&](OpKey a, OpKey b) {
    const Reader &x = readers.at(a), &y = readers.at(b);
    return std::tie(x.kind, x.at) < std::tie(y.kind, y.at);
  });
  return order;
}

}  // namespace ng::views
