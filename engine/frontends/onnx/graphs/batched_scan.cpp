// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/graphs/batched_scan.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/node_order.h"

namespace ng::onnx {
namespace {

// The node for one sample, by the attributes of later opsets.
Node node_of(const Node& node, std::int64_t sample) {
  Node made = node;
  made.name = scope_of(node) + "/" + std::to_string(sample);
  made.inputs.erase(made.inputs.begin());
  for (Attribute& attribute : made.attributes) {
    if (attribute.name == "directions") attribute.name = "scan_input_directions";
  }
  return made;
}

}  // namespace

std::vector<ItemPtr> BatchedScan::sample_of(NodeContext& n, std::int64_t sample) const {
  std::vector<ItemPtr> items;
  for (std::size_t i = 1; i < n.count(); ++i) {
    items.push_back(std::make_shared<Item>());
    items.back()->op = without(part(n, n.op(i), 0, sample, 1), {0});
    items.back()->narrow = n.narrow(i);
  }
  return items;
}

std::string BatchedScan::build(const Node& node, const std::vector<ItemPtr>& inputs,
                               ModelBuilder::Scope& scope, std::vector<ItemPtr>& results) {
  NodeContext n(node, 8, inputs, builder_.dims_);
  if (n.has(0)) return "its version has lengths by sample";
  if (n.count() < 2) return "it has no sequences";
  for (std::size_t i = 1; i < n.count(); ++i) {
    if (n.rank(i) < 1 || n.shape(i)[0] != n.shape(1).at(0)) return "its inputs differ in batch";
  }
  const std::int64_t batch = n.shape(1)[0];
  if (batch < 1 || batch > most_samples) {
    return "its batch is " + std::to_string(batch) + ", expected 1 to " +
           std::to_string(most_samples);
  }
  std::vector<std::vector<Op>> made(results.size());
  for (std::int64_t sample = 0; sample < batch; ++sample) {
    const Node one = node_of(node, sample);
    std::vector<ItemPtr> own(results.size());
    const std::string reason = builder_.build_scan(one, sample_of(n, sample), scope, own);
    if (!reason.empty()) return reason;
    for (std::size_t i = 0; i < own.size() && own[i]; ++i) {
      made[i].push_back(with_ones(n, op_of(*own[i], builder_.dims_), {0}, {"N"}));
    }
  }
  for (std::size_t i = 0; i < results.size() && !made[i].empty(); ++i) {
    results[i] = std::make_shared<Item>();
    results[i]->op = joined(n, made[i], 0);
  }
  return {};
}

}  // namespace ng::onnx
