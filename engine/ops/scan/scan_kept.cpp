// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/scan/scan_kept.h"

#include <algorithm>
#include <unordered_map>

#include "engine/graph/op_def.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/state.h"
#include "engine/ops/windows/convolution.h"

namespace ng {
namespace {

class Choice {
 public:
  explicit Choice(const Body& body) {
    for (const NodePtr& node : body.order) {
      for (const Value& operand : node->operands) ++uses_[operand.node.get()];
    }
    for (const Value& result : body.results) {
      if (result) ++uses_[result.node.get()];
    }
    for (const NodePtr& node : body.order) see(node);
  }

  std::vector<Value> found;

 private:
  void see(const NodePtr& node) {
    const bool product = node->def == &dot_op || node->def == &convolution_op;
    const bool sum = node->def == &add_op || node->def == &subtract_op;
    if (product && is_float(node->results[0].dtype)) {
      found.push_back({node, 0});
    } else if (sum && std::all_of(node->operands.begin(), node->operands.end(),
                                  [this](const Value& value) { return ends_here(value); })) {
      const auto before = found.size();
      std::erase_if(found, [&](const Value& value) { return reads(*node, value); });
      if (found.size() < before) found.push_back({node, 0});
    }
  }

  static bool reads(const Node& node, const Value& value) {
    return std::find(node.operands.begin(), node.operands.end(), value) != node.operands.end();
  }

  // Is it a kept value with a single reader, or one that costs nothing to recompute?
  bool ends_here(const Value& value) const {
    if (std::find(found.begin(), found.end(), value) != found.end()) {
      return uses_.at(value.node.get()) == 1;
    }
    const Node* node = value.node.get();
    while (node->def->lower == LowerKind::view) node = node->operands[0].node.get();
    return node->def->traits.is_source();
  }

  std::unordered_map<const Node*, int> uses_;
};

}  // namespace

std::vector<Value> worth_keeping(const Body& body, const Axis& axis) {
  std::vector<Value> found = Choice(body).found;
  std::erase_if(found, [&axis](const Value& value) { return value.axes().contains(axis); });
  return found;
}

void keep_values(Body& body, const Axis& axis) {
  const std::vector<Value> results = body.results;
  for (const Value& value : worth_keeping(body, axis)) {
    const bool known = std::find(results.begin(), results.end(), value) != results.end();
    if (!known) body.results.push_back(value);
  }
}

}  // namespace ng
