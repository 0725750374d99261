// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/model_plan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/records/values/image_shape.h"

namespace ng {
namespace {

using onnx::ImportedModel;

// The length of the shortest dimension that an input's elements number, found from the ops that
// look up by it; 0 if there is none.
class IndexLimits {
 public:
  explicit IndexLimits(const std::vector<Op>& ops) {
    for (const Op& op : ops) visit(op.value().node.get());
  }
  std::int64_t of(const Node* placeholder) const {
    const auto at = limits_.find(placeholder);
    return at == limits_.end() ? 0 : at->second;
  }

 private:
  void visit(const Node* root) {
    std::vector<const Node*> waiting{root};
    while (!waiting.empty()) {
      const Node* node = waiting.back();
      waiting.pop_back();
      if (!seen_.insert(node).second) continue;
      for (std::size_t i = 0; i < node->operands.size(); ++i) {
        waiting.push_back(node->operands[i].node.get());
        const auto axis =
            node->def->indexed_axis ? node->def->indexed_axis(*node, i) : std::nullopt;
        if (axis) limit(node->operands[i].node.get(), axis->length());
      }
    }
  }

  // Follows integers to the placeholders that they are computed from.
  void limit(const Node* node, std::int64_t length) {
    if (node->def->traits.kind == OpKind::placeholder) {
      auto [at, first] = limits_.emplace(node, length);
      at->second = std::min(at->second, length);
    }
    for (const Value& operand : node->operands) {
      if (!is_float(operand.dtype())) limit(operand.node.get(), length);
    }
  }

  std::unordered_set<const Node*> seen_;
  std::unordered_map<const Node*, std::int64_t> limits_;
};

// Images are uniform in 0..1, or bytes; other floats are normal; integers that number positions are
// uniform over these; other integers, which are masks as a rule, are 1. `limit`: number of the
// positions; 0: none.
void bind_random(PlanBinding& binding, const Op& input, std::int64_t limit, std::uint32_t seed) {
  const DType dtype = input.dtype();
  if (image_shape(dtype, input.axes().lengths())) {
    binding.source = PlanBinding::Source::random;
    binding.random = {false, 0, is_float(dtype) ? 1.0 : 256.0, seed};
  } else if (is_float(dtype)) {
    binding.source = PlanBinding::Source::random;
    binding.random = {true, 0, 1, seed};
  } else if (limit > 0) {
    binding.source = PlanBinding::Source::random;
    binding.random = {false, 0, static_cast<double>(limit), seed};
  } else {
    binding.value.value = Tensor(1.0);
  }
}

bool fits(const RecordedInputs& recorded, const std::string& name, const Op& input) {
  const auto found = recorded.arrays.find(name);
  return found != recorded.arrays.end() && input.axes().lengths() == found->second.shape;
}

}  // namespace

RunPlan model_plan(const ImportedModel& model, const std::vector<std::string>& names,
                   const RecordedInputs& recorded) {
  const IndexLimits limits(model.results);
  RunPlan plan;
  plan.computation = "inference";
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const Op& input = model.inputs[i];
    PlanBinding binding;
    binding.placeholder = names[i];
    const std::string& in_file = model.origins.at(&input.node()).name;
    if (fits(recorded, in_file, input)) {
      binding.source = PlanBinding::Source::file;
      binding.file = recorded.file;
      binding.array = in_file;
    } else {
      bind_random(binding, input, limits.of(&input.node()), static_cast<std::uint32_t>(i));
    }
    plan.bindings.push_back(std::move(binding));
  }
  return plan;
}

}  // namespace ng
