// SPDX-License-Identifier: Apache-2.0
// Scan of opset 8: the first dimension of all values is a batch, whose samples are built one after
// the other.
#pragma once

#include "engine/frontends/onnx/model_builder.h"

namespace ng::onnx {

class BatchedScan {
 public:
  explicit BatchedScan(ModelBuilder& builder) : builder_(builder) {}

  static constexpr std::int64_t most_samples = 64;

  // Returns why the node cannot run; empty if it was built.
  std::string build(const Node& node, const std::vector<ItemPtr>& inputs,
                    ModelBuilder::Scope& scope, std::vector<ItemPtr>& results);

 private:
  std::vector<ItemPtr> sample_of(NodeContext& n, std::int64_t sample) const;

  ModelBuilder& builder_;
};

}  // namespace ng::onnx
