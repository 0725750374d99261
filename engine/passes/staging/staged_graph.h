// SPDX-License-Identifier: Apache-2.0
// Assigns the ops of a net to stages.
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/passes/pass.h"
#include "engine/passes/staging/micro_batches.h"

namespace ng {

// Where an op is computed. An op that does not depend on the batch belongs to no stage: each one
// that needs it computes it.
struct StagePlace {
  bool bound = false;     // belongs to a stage
  bool varying = false;   // has a value for each micro-batch
  bool gradient = false;  // depends on the gradient
  int stage = 0;
  int hop = 0;  // how often its operands passed between stages or were combined, at most
};

// The forward ops, in their order, are cut into stages of about equal cost, with that of their
// gradients. An op of the gradient is in the stage of the op whose gradient it belongs to. All
// others, such as updates, are in the stage from which they read most bytes. The metadata `stage`
// fixes an op's stage.
class StagedGraph {
 public:
  // Value Error if the metadata asks for another order, or if the net has fewer ops than stages,
  // unless the last ones `may_be_empty`.
  StagedGraph(MicroBatches batches, int stages, const Graph& with_labels, bool may_be_empty);

  const Graph& graph() const { return batches_.graph; }
  int stages() const { return stages_; }
  int micro_batches() const { return batches_.count; }
  const std::vector<NodePtr>& order() const { return order_; }  // operands first
  const StagePlace& place(const Node& node) const { return places_.at(&node); }

  // Is it a micro-batch's part of a value, which every stage can take itself?
  bool takes_part(const Node& node) const;
  // The value on which an operand depends: that of which it is a part.
  Value source_of(const Value& operand) const;
  // The operands of the node that belong to a stage.
  std::vector<Value> bound_operands(const Node& node) const;

 private:
  void find_bound();
  void find_gradients();
  void place_forward(const Graph& with_labels, bool may_be_empty);
  void place_others();
  void delay_factors();
  int stage_of_largest(const Node& node) const;
  StagePlace& at(const Node& node) { return places_.at(&node); }

  const MicroBatches batches_;
  const int stages_;
  const std::vector<NodePtr> order_;
  std::unordered_map<const Node*, StagePlace> places_;
  std::unordered_map<OpId, int> stage_by_origin_;  // of forward ops
};

}  // namespace ng
