// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/node_memory.h"

#include <utility>

namespace ng {
namespace {

// Deleter of nodes. Operands that only this node held are queued and freed iteratively by the
// outermost call.
void release(Node* node) {
  thread_local std::vector<NodePtr>* waiting = nullptr;
  std::vector<NodePtr> mine;
  const bool outermost = waiting == nullptr;
  if (outermost) waiting = &mine;
  for (Value& operand : node->operands) waiting->push_back(std::move(operand.node));
  delete node;
  if (!outermost) return;
  while (!mine.empty()) {
    const NodePtr next = std::move(mine.back());
    mine.pop_back();
  }
  waiting = nullptr;
}

}  // namespace

std::shared_ptr<Node> new_node() {
  return {new Node, release};
}

std::shared_ptr<Node> new_node(const Node& node) {
  return {new Node(node), release};
}

}  // namespace ng
