// SPDX-License-Identifier: Apache-2.0
// Builds graph records of layers, for tests of groups and blocks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"
#include "engine/records/graph_record.h"
#include "engine/records/records.h"

namespace ng::testing {

// Builds layers of a variable, a dot and a ramp.
class Net {
 public:
  OpId op(const std::string& kind, const std::string& scope, const std::vector<OpId>& operands,
          std::int64_t length = 8) {
    OpRecord record;
    record.id = graph_->ops.size() + 1;
    record.op = kind;
    if (const OpDef* def = find_op(record.op)) record.traits = def->traits;
    record.name = kind + "_" + std::to_string(record.id);
    record.scope = scope;
    record.role = role;
    for (const OpId operand : operands) record.operands.push_back({operand, 0, "x"});
    record.results = {{{{"H", length, 0, {}}}, DType::f32}};
    graph_->ops.push_back(record);
    return record.id;
  }
  OpId layer(const std::string& scope, OpId x, std::int64_t length = 8,
             const std::string& ramp = "maximum") {
    const OpId w = op("variable", scope, {}, length);
    return op(ramp, scope, {op("dot", scope, {w, x}, length)}, length);
  }
  OpRecord& last() { return graph_->ops.edit(graph_->ops.size() - 1); }
  GraphRecordPtr graph() const { return graph_; }
  OpRole role = OpRole::forward;

 private:
  std::shared_ptr<GraphRecord> graph_ = std::make_shared<GraphRecord>();
};

}  // namespace ng::testing
