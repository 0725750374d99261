// SPDX-License-Identifier: Apache-2.0
// One sweep suffices because operands precede their readers.
#include "views/graph/scene/ops_flow.h"

#include <algorithm>

#include "engine/records/graph_record.h"

namespace ng::views {

OpIds opsAlong(const GraphRecord& graph, const OpIds& from, Flow flow) {
  OpIds found = from;
  if (flow == Flow::upstream) {
    for (auto op = graph.ops.rbegin(); op != graph.ops.rend(); ++op)
      if (found.count(op->id))
        for (const OperandRecord& operand : op->operands) found.insert(operand.op);
    return found;
  }
  for (const OpRecord& op : graph.ops)
    if (std::any_of(op.operands.begin(), op.operands.end(),
                    [&](const OperandRecord& operand) { return found.count(operand.op) > 0; }))
      found.insert(op.id);
  return found;
}

}  // namespace ng::views
