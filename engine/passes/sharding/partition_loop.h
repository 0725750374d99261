// SPDX-License-Identifier: Apache-2.0
// Divides a scan among ranks: its body is divided with the states and elements that are parts.
#pragma once

#include <optional>
#include <vector>

#include "engine/ops/scan/scan.h"
#include "engine/passes/sharding/placements.h"

namespace ng {

class Partition;

class PartitionLoop {
 public:
  PartitionLoop(const NodePtr& node, const std::optional<Axis>& axis, const RankGroup& group,
                Placements& placements, PassContext& context, PartsOf parts);

  // Sets the placements of the scan's results. Does nothing and returns false if the body would
  // exchange values of one process.
  bool place();

 private:
  struct Step {
    std::vector<NodePtr> parameters;
    std::vector<Value> results;
    std::vector<Split> splits;  // of the results
  };

  Split of_operand(std::size_t i) const;
  std::optional<Axis> own_axis(const Value& value, bool sequence) const;
  // The body for these splits of the operands. If a state does not come out as it went in, changes
  // the splits and returns nothing.
  std::optional<Step> divided_step();
  // May the state, which comes out as `out`, go in otherwise than now? Then changes its split.
  bool changes(std::size_t state, const Split& out);
  NodePtr parameter(std::size_t i) const;
  Value operand(std::size_t i);
  void set_results(Step step);

  const NodePtr node_;
  const ScanParts parts_;
  const std::optional<Axis> axis_;
  const RankGroup group_;
  Placements& placements_;
  PassContext& context_;
  const PartsOf who_;
  std::vector<Split> splits_;  // of the operands, as the loop reads them
  std::vector<bool> settled_;  // per state: has it been changed before?
};

}  // namespace ng
