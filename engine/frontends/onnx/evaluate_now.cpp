// SPDX-License-Identifier: Apache-2.0
// Computes ops over constants while a model is imported, with the ops' reference functions.
#include <unordered_map>
#include <utility>

#include "engine/frontends/onnx/folding.h"
#include "engine/frontends/onnx/node_context.h"
#include "engine/graph/evaluate.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_folded = std::int64_t{1} << 14;
thread_local bool shapes_only = false;

struct NotConstant {};

class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Op& other, const ng::Tensor& value) : reads_weights_(false) {
    done_.emplace(other.value().node.get(), std::vector<ng::Tensor>{value});
  }

  ng::Tensor run(const Value& value) {
    auto at = done_.find(value.node.get());
    if (at == done_.end()) at = done_.emplace(value.node.get(), results_of(value)).first;
    return at->second.at(static_cast<std::size_t>(value.result));
  }

 private:
  std::vector<ng::Tensor> results_of(const Value& value) {
    const ng::Node& node = *value.node;
    const Traits& traits = node.def->traits;
    if (reads_weights_ && traits.kind == OpKind::variable && node.attributes.has("initial_value")) {
      return {initial_contents(node)};
    }
    if (traits.random) throw NotConstant{};
    if (traits.is_source() && traits.kind != OpKind::constant) throw NotConstant{};
    if (!node.def->evaluate) {
      if (!node.def->decompose) throw NotConstant{};
      kept_.push_back(node.def->decompose(node));
      return {run(kept_.back())};
    }
    std::vector<ng::Tensor> in;
    for (const Value& operand : node.operands) in.push_back(run(operand));
    return evaluate(node, in);
  }

  bool reads_weights_ = true;  // with the elements of the file, which training changes
  std::unordered_map<const ng::Node*, std::vector<ng::Tensor>> done_;
  std::vector<Value> kept_;  // so that addresses are not used twice
};

}  // namespace

std::optional<ng::Tensor> evaluate_now(const Op& op) {
  try {
    return Evaluator().run(op.value());
  } catch (const NotConstant&) {
    return std::nullopt;
  }
}

std::optional<ng::Tensor> evaluate_with(const Op& op, const Op& other, const ng::Tensor& value) {
  try {
    return Evaluator(other, value).run(op.value());
  } catch (const NotConstant&) {
    return std::nullopt;
  }
}

FoldShapesOnly::FoldShapesOnly(bool only) : outer_(std::exchange(shapes_only, only)) {}

FoldShapesOnly::~FoldShapesOnly() {
  shapes_only = outer_;
}

void fold(Item& item, const std::vector<ItemPtr>& inputs) {
  if (item.known || !item.op || item.count || inputs.empty()) return;
  if (!item.op.value().has_type()) return;  // an assignment
  std::int64_t elements = element_count(item.op.axes().lengths());
  if (shapes_only && (item.op.axes().size() > 1 || elements > FoldShapesOnly::most)) return;
  for (const ItemPtr& input : inputs) {
    if (!input) continue;
    if (!input->known || input->weight) return;
    elements += input->known->size();
  }
  if (elements > most_folded) return;
  item.known = evaluate_now(item.op);
  if (item.known) item.op = {};
}

}  // namespace ng::onnx
