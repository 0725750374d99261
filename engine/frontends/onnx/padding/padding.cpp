// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/padding/padding.h"

#include <algorithm>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/padding/padding_rules.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

PaddingRule rule_of(std::string_view op) {
  for (const auto family : {padding_of_values, padding_of_shapes, padding_of_selections}) {
    for (const PaddingRow& row : family()) {
      if (row.op == op) return row.rule;
    }
  }
  return nullptr;
}

ItemPtr without_padding(const ItemPtr& item) {
  if (!item || !item->count) return item;
  auto copy = std::make_shared<Item>(*item);
  copy->count = {};
  copy->unknown.clear();
  return copy;
}

}  // namespace

Padding PaddedNode::only(std::size_t i) const {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (k != i && has_padding(k)) n.refuse(inputs[k]->unknown);
  }
  return has_padding(i) ? of(i) : Padding{};
}

void PaddedNode::need_same(std::size_t a, std::size_t b) const {
  n.item(a);  // refuses an absent one
  n.item(b);
  if (has_padding(a) && has_padding(b) && inputs[a]->count.value() == inputs[b]->count.value())
    return;
  n.refuse("its inputs " + quote(n.node.inputs[a]) + " and " + quote(n.node.inputs[b]) +
           " must have one length that depends on data, by one node");
}

void PaddedNode::fill(std::size_t i, const Op& value) {
  if (!has_padding(i)) return;
  Item& item = *(inputs[i] = std::make_shared<Item>(*inputs[i]));
  Op inside;
  {
    const ScopedResultType type(DType::i64);
    inside = less(ramp(axis(i)), item.count);
  }
  const ScopedResultType type(item.op.dtype());
  item.op = over(where(inside, item.op, value), item.op.axes());
}

void PaddedNode::fill(std::size_t i, double value) {
  if (has_padding(i)) fill(i, number(value, inputs[i]->op.dtype()));
}

void PaddedNode::count_from_end(std::size_t i, std::size_t data, std::optional<std::size_t> last) {
  const Op index = n.indices(i);
  Item& item = *(inputs[i] = std::make_shared<Item>(*inputs[i]));
  const ScopedResultType type(DType::i64);
  const auto length = static_cast<double>(axis(data).length());
  Op padding = length - value_of(inputs[data]->count, DType::i64);
  if (last) padding = padding * equal(ramp(index.axes()[index.axes().size() - 1]), *last);
  item.op = over(where(less(index, 0), index - padding, index), index.axes());
  item.known.reset();
}

Padding padding_of_results(const Node& node, std::int64_t opset, std::vector<ItemPtr>& inputs,
                           Dimensions& dims) {
  const auto has = [](const ItemPtr& input) { return input && input->count; };
  if (std::none_of(inputs.begin(), inputs.end(), has)) return {};
  NodeContext context(node, opset, inputs, dims);
  PaddedNode padded{context, inputs};
  const PaddingRule rule = node.domain.empty() ? rule_of(node.op_type) : nullptr;
  for (std::size_t i = 0; i < inputs.size() && !rule; ++i) {
    if (padded.has_padding(i)) NodeContext::refuse(inputs[i]->unknown);
  }
  const Padding made = rule(padded);
  for (ItemPtr& input : inputs) input = without_padding(input);
  return made;
}

void set_padding(const Node& node, const Padding& padding, const std::vector<ItemPtr>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i] || !results[i]->op || results[i]->count) continue;
    if (padding.finish) results[i]->op = padding.finish(results[i]->op);
    if (!padding.count) continue;
    results[i]->count = padding.count;
    results[i]->at = padding.at;
    results[i]->unknown = length_text(node.outputs[i], results[i]->op, padding.at);
  }
}

void refuse_padding(const Node& node, const std::vector<ItemPtr>& inputs) {
  const bool row = node.domain.empty() && node.op_type != "If" && node.op_type != "Loop" &&
                   node.op_type != "Scan";
  for (const ItemPtr& input : inputs) {
    if (!row && input && input->count) NodeContext::refuse(input->unknown);
  }
}

ItemPtr SharedPositions::find(const Node& node, const std::vector<ItemPtr>& inputs) const {
  if (node.op_type != "NonZero" || inputs.empty()) return nullptr;
  const auto at = known_.find(inputs[0]);
  return at == known_.end() ? nullptr : at->second;
}

void SharedPositions::add(const Node& node, const std::vector<ItemPtr>& inputs,
                          const ItemPtr& result) {
  if (node.op_type == "NonZero" && !inputs.empty() && result) known_[inputs[0]] = result;
}

std::string length_text(const std::string& name, const Op& op, std::size_t at) {
  return "the length of " + quote(name) + " depends on data; it is at most " +
         std::to_string(op.axes()[at].length());
}

}  // namespace ng::onnx
