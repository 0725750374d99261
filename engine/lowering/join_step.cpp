// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/join_step.h"

#include <cstring>

#include "engine/graph/op_def.h"
#include "engine/ops/shapes/join.h"

namespace ng {
namespace {

// Layout of the result: `rows` rows, each with one block per operand.
struct Blocks {
  std::size_t rows = 1;
  std::vector<std::size_t> bytes;  // of each operand's block
};

Blocks blocks_of(const Node& node) {
  const Axes& axes = node.results[0].axes;
  Blocks blocks;
  for (std::size_t i = 0; i < joined_position(node); ++i) {
    blocks.rows *= static_cast<std::size_t>(axes[i].length());
  }
  for (const Value& operand : node.operands) {
    blocks.bytes.push_back(static_cast<std::size_t>(byte_size(operand.type())) /
                           std::max<std::size_t>(1, blocks.rows));
  }
  return blocks;
}

}  // namespace

Step join_step(const NodePtr& node) {
  Step step;
  step.kind = Step::Kind::host;
  step.name = std::string(node->def->name);
  step.ops = {node->id};
  step.host = [blocks = blocks_of(*node)](std::span<std::byte* const> memory) {
    std::byte* to = memory[blocks.bytes.size()];
    for (std::size_t row = 0; row < blocks.rows; ++row) {
      for (std::size_t i = 0; i < blocks.bytes.size(); ++i) {
        std::memcpy(to, memory[i] + row * blocks.bytes[i], blocks.bytes[i]);
        to += blocks.bytes[i];
      }
    }
  };
  return step;
}

}  // namespace ng
