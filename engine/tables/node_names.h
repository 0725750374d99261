// SPDX-License-Identifier: Apache-2.0
// The nodes of an imported model as a cell.
#pragma once

#include "engine/records/model_node.h"
#include "engine/tables/table_column.h"

namespace ng {

// Names of the nodes of `ops` in `graph`, which may be null; surfaces show model_nodes_text().
inline Cell node_names_cell(const GraphRecordPtr& graph, const std::vector<OpId>& ops) {
  Words names;
  if (graph)
    for (const ModelNode& node : model_nodes(*graph, ops)) names.push_back(node.name);
  return names;
}

}  // namespace ng
