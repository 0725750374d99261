// SPDX-License-Identifier: Apache-2.0
#include "app/window/selection/removed_ops.h"

#include <utility>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {

void RemovedOps::followDocument() {
  const DocumentRecordPtr now = workspace_.documents.document();
  const DocumentRecordPtr before = std::exchange(document_, now);
  if (!before || !now || !before->graph || !now->graph || before->path != now->path) return;
  const SelectionState& state = workspace_.selection.state();
  for (const OpId op : {state.op, state.tensor})
    if (op != 0 && before->graph->find(op) && !now->graph->find(op))
      return workspace_.selection.clear();
}

}  // namespace ng::views
