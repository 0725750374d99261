// SPDX-License-Identifier: Apache-2.0
#include "views/core/op_placement.h"

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {

const GraphRecord* dividedGraph(const CompilationRecord* compilation) {
  const GraphRecord* divided = nullptr;
  if (!compilation) return divided;
  for (const PassRecord& pass : compilation->passes) {
    if (pass.name == "shard_axes" && pass.changed) divided = pass.after.get();
    if (pass.name == "cut_stages" && pass.changed) divided = pass.before.get();
  }
  return divided;
}

const std::string* placementOf(const OpRecord& op) {
  for (const auto& [key, value] : op.metadata)
    if (key == "placement") return &value;
  return nullptr;
}

const std::string* placementOf(const OpRecord& op, const GraphRecord* divided) {
  if (const std::string* own = placementOf(op)) return own;
  const OpRecord* later = divided ? divided->find(op.id) : nullptr;
  return later ? placementOf(*later) : nullptr;
}

}  // namespace ng::views
