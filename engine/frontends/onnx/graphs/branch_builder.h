// SPDX-License-Identifier: Apache-2.0
// If: the branch that is known, or both, of which costly ones are skipped while the model runs.
#pragma once

#include "engine/frontends/onnx/model_builder.h"

namespace ng::onnx {

class BranchBuilder {
 public:
  explicit BranchBuilder(ModelBuilder& builder) : builder_(builder) {}

  // Returns why the If node cannot run; empty if it was built.
  std::string build_choice(const Node& node, const ItemPtr& condition, ModelBuilder::Scope& scope,
                           std::vector<ItemPtr>& results);

 private:
  // A branch of an If that runs if `active`, a bool. Its results may be anything otherwise.
  std::vector<ItemPtr> build_branch(const Graph& graph, const ModelBuilder::Scope& scope,
                                    const std::string& part, const Op& active);
  // The same for a branch that is skipped while the model runs; its results are 0 then.
  std::vector<ItemPtr> build_skippable(const Graph& graph, const ModelBuilder::Scope& scope,
                                       const std::string& part, const Op& active);
  // `scope` for a branch that is built whether or not it is taken.
  ModelBuilder::Scope with_masked_gradients(const Graph& graph, const ModelBuilder::Scope& scope,
                                            const Op& active);
  static std::map<std::string, ItemPtr> computed_reads(const Graph& graph,
                                                       const ModelBuilder::Scope& scope);
  // FLOP of the ops of a graph that was built with this prefix.
  std::int64_t flops_inside(const std::vector<ItemPtr>& made, const std::string& prefix) const;

  ModelBuilder& builder_;
};

}  // namespace ng::onnx
