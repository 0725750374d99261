// SPDX-License-Identifier: Apache-2.0
// Orders variables by the op that reads them first.
#include "views/tensors/telling_order.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/shared_rows.h"

namespace ng::views {
namespace {

constexpr std::size_t mostRead = 20'000;  // limit for scanned ops; relevant readers come early

struct Read {
  int kind;        // 0: table of vectors, 1: filter, 2: matrix, 3: other
  std::size_t at;  // index of the first op that reads it; number of ops: none
  OpId variable;
};

int kindOf(const OpRecord& variable, const OpRecord* reader) {
  if (reader && reader->traits.window == WindowKind::lookup) return 0;
  if (reader && reader->traits.window == WindowKind::convolution) return 1;
  const bool matrix = !variable.results.empty() && variable.results.front().axes.size() > 1;
  return matrix ? 2 : 3;
}

}  // namespace

std::vector<OpId> tellingOrder(const DocumentRecord& document) {
  if (!document.graph) return document.variables;
  const SharedRows<OpRecord>& ops = document.graph->ops;
  std::unordered_map<OpId, std::size_t> first;
  first.reserve(document.variables.size());
  for (const OpId variable : document.variables) first.emplace(variable, ops.size());
  for (std::size_t i = 0; i < std::min(ops.size(), mostRead); ++i)
    for (const OperandRecord& operand : ops[i].operands)
      if (const auto read = first.find(operand.op); read != first.end())
        read->second = std::min(read->second, i);
  std::vector<Read> order;
  order.reserve(document.variables.size());
  for (const OpId variable : document.variables) {
    const OpRecord* record = document.graph->find(variable);
    const std::size_t at = first.at(variable);
    order.push_back(
        {record ? kindOf(*record, at < ops.size() ? &ops[at] : nullptr) : 3, at, variable});
  }
  std::stable_sort(order.begin(), order.end(), [](const Read& a, const Read& b) {
    return std::tie(a.kind, a.at) < std::tie(b.kind, b.at);
  });
  std::vector<OpId> keys;
  keys.reserve(order.size());
  for (const Read& read : order) keys.push_back(read.variable);
  return keys;
}

}  // namespace ng::views
