// SPDX-License-Identifier: Apache-2.0
// A value for each op of some graphs. Op ids are usually consecutive, so a plain array indexed by
// id suffices and is several times faster than a hash table. Documents may use any ids; a hash
// table is used if the ids are far apart.
#pragma once

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

#include "engine/records/graph_record.h"
#include "engine/records/op_record.h"
#include "engine/records/records.h"

namespace ng::views {

template <class Value>
class OpTable {
 public:
  OpTable() = default;
  // For the ops of `graphs`, none of which is null; each has `initial`.
  OpTable(const std::vector<GraphRecordPtr>& graphs, Value initial) : initial_(initial) {
    for (const GraphRecordPtr& graph : graphs) count(*graph);
    allocate();
  }
  OpTable(const GraphRecord& graph, Value initial) : initial_(initial) {
    count(graph);
    allocate();
  }

  // Ops that are not in the table have `initial` and cannot be set.
  const Value& of(OpId op) const {
    if (op - lowest_ < near_.size()) return near_[static_cast<std::size_t>(op - lowest_)];
    if (far_.empty()) return initial_;
    const auto found = far_.find(op);
    return found == far_.end() ? initial_ : found->second;
  }
  void set(OpId op, Value value) {
    if (op - lowest_ < near_.size())
      near_[static_cast<std::size_t>(op - lowest_)] = value;
    else if (sparse_)
      far_[op] = value;
  }

 private:
  void count(const GraphRecord& graph) {
    ops_ += graph.ops.size();
    for (const OpRecord& op : graph.ops) {
      lowest_ = std::min(lowest_, op.id);
      highest_ = std::max(highest_, op.id);
    }
  }

  void allocate() {
    constexpr OpId spread = 8, some = 1024;
    if (ops_ == 0) return;
    sparse_ = highest_ - lowest_ >= spread * ops_ + some;
    if (!sparse_) near_.assign(static_cast<std::size_t>(highest_ - lowest_) + 1, initial_);
  }

  std::size_t ops_ = 0;
  OpId lowest_ = std::numeric_limits<OpId>::max(), highest_ = 0;
  bool sparse_ = false;
  Value initial_{};
  std::vector<Value> near_;  // by id, from `lowest_`
  std::unordered_map<OpId, Value> far_;
};

}  // namespace ng::views
