// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/first_non_finite.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

std::optional<std::int64_t> first_element(const Tensor& tensor, NonFiniteKind kind) {
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const double element = tensor.at(i);
    if (kind != NonFiniteKind::infinite && std::isnan(element)) return i;
    if (kind != NonFiniteKind::nan && std::isinf(element)) return i;
  }
  return {};
}

// All ops that compute numbers, in graph order.
std::vector<Value> computed_values(const Op& computation) {
  std::vector<Value> values;
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    const Traits& traits = node->def->traits;
    if (node->results.empty() || traits.is_sequencing() || traits.is_source() || traits.is_effect())
      continue;
    if (is_float(node->results[0].dtype)) values.push_back(Value{node, 0});
  }
  return values;
}

std::optional<FirstNonFinite> search(const PastCalls& calls, NonFiniteKind kind) {
  EveryOpCheck check(calls.computation, calls.transformer);
  check.take_state(calls.before);
  for (std::int64_t call = calls.first; call < calls.end; ++call)
    if (const auto found = check.call(calls.arguments(call), call, kind)) return found;
  return {};
}

}  // namespace

EveryOpCheck::EveryOpCheck(const Op& computation, const std::string& transformer)
    : ops_(computed_values(computation)), transformer_(allocate_transformer(transformer)) {
  CompileOptions options;
  options.watched = ops_;
  computation_ = transformer_->add_computation(computation, options);
}

void EveryOpCheck::take_state(const Checkpoint& state) {
  apply_checkpoint(state, *transformer_, transformer_->state_ops());
}

void EveryOpCheck::take_state(const Transformer& running) {
  const std::vector<Op> state = transformer_->state_ops();
  read_state(running, state, [&](std::size_t i, const std::optional<Tensor>& value) {
    if (value) transformer_->set_value(state[i], *value);
  });
}

std::optional<FirstNonFinite> EveryOpCheck::call(const std::vector<Tensor>& arguments,
                                                 std::int64_t number, NonFiniteKind kind) {
  const std::vector<Op> parameters = computation_.parameters();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (const auto at = first_element(arguments[i], kind))
      return FirstNonFinite{parameters[i].value(), number, *at};
  computation_.call(arguments);
  for (std::size_t i = 0; i < ops_.size(); ++i)
    if (const auto at = first_element(computation_.watched(i), kind))
      return FirstNonFinite{ops_[i], number, *at};
  return {};
}

std::optional<FirstNonFinite> first_non_finite(const PastCalls& calls, bool nan) {
  try {
    return search(calls, nan ? NonFiniteKind::nan : NonFiniteKind::infinite);
  } catch (const Error&) {
    return {};  // the non-finite result itself is still reported
  }
}

}  // namespace ng
