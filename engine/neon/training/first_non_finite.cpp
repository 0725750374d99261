// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/first_non_finite.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/graph.h"

namespace ng {
namespace {

std::optional<std::int64_t> first_element(const Tensor& tensor, bool nan) {
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const double element = tensor.at(i);
    if (nan ? std::isnan(element) : std::isinf(element)) return i;
  }
  return {};
}

// Every op that computes a number, in the order of the graph.
std::vector<Value> computed_values(const Op& computation) {
  std::vector<Value> values;
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    const Traits& traits = node->def->traits;
    if (node->results.empty() || traits.sequencing || traits.source || traits.effect) continue;
    if (is_float(node->results[0].dtype)) values.push_back(Value{node, 0});
  }
  return values;
}

std::optional<FirstNonFinite> search(const PastCalls& calls, bool nan) {
  const TransformerPtr transformer = allocate_transformer(calls.transformer);
  CompileOptions options;
  options.watched = computed_values(calls.computation);
  const Computation computation = transformer->add_computation(calls.computation, options);
  transformer->allocate();
  apply_checkpoint(calls.before, *transformer, transformer->state_ops());
  const std::vector<Op> parameters = computation.parameters();
  for (std::int64_t call = calls.first; call < calls.end; ++call) {
    const std::vector<Tensor> arguments = calls.arguments(call);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (const auto at = first_element(arguments[i], nan)) {
        return FirstNonFinite{parameters[i].value(), call, *at};
      }
    }
    computation.call(arguments);
    for (std::size_t i = 0; i < options.watched.size(); ++i) {
      if (const auto at = first_element(computation.watched(i), nan)) {
        return FirstNonFinite{options.watched[i], call, *at};
      }
    }
  }
  return {};
}

}  // namespace

std::optional<FirstNonFinite> first_non_finite(const PastCalls& calls, bool nan) {
  try {
    return search(calls, nan);
  } catch (const Error&) {
    return {};  // what is not finite is told all the same
  }
}

}  // namespace ng
