// SPDX-License-Identifier: Apache-2.0
// The ops of a graph as rows with their operands and users, for algorithms that visit neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng {

class OpRows {
 public:
  // An op reads the result of another one, or is read: as operand `position` of the reader, which
  // is 0 for all operands of a commutative op.
  struct Link {
    std::uint32_t row = 0;
    std::uint16_t result = 0, position = 0;
  };

  // The graph outlives the rows. Ops that are listed twice and operands that are not in the graph
  // are left out. Parameters and results of the step of a loop are linked as if they read the loop.
  OpRows(const GraphRecord& graph, const std::vector<LoopRecord>& loops);

  std::size_t size() const { return ops_.size(); }
  const OpRecord& op(std::size_t row) const { return *ops_[row]; }
  std::span<const Link> operands(std::size_t row) const { return operands_.of(row); }
  std::span<const Link> users(std::size_t row) const { return users_.of(row); }
  // For each row, a number that it has in common with the rows without `taken` that it is linked to
  // through such rows.
  std::vector<std::uint32_t> components(const std::vector<bool>& taken) const;
  // size() if there is no such op.
  std::size_t find(OpId op) const;

 private:
  struct Links {
    std::vector<std::size_t> ends;
    std::vector<Link> all;
    std::span<const Link> of(std::size_t row) const {
      const std::size_t begin = row == 0 ? 0 : ends[row - 1];
      return std::span(all).subspan(begin, ends[row] - begin);
    }
  };
  using StepLinks = std::unordered_map<OpId, std::vector<Link>>;  // by the op that has them
  StepLinks step_links(const std::vector<LoopRecord>& loops) const;
  void add_users();

  std::vector<const OpRecord*> ops_;
  std::unordered_map<OpId, std::uint32_t> rows_;
  Links operands_, users_;
};

}  // namespace ng
