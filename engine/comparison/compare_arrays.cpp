// SPDX-License-Identifier: Apache-2.0
#include "engine/comparison/compare_arrays.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/analysis/compare/call_values.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

constexpr std::size_t most_listed = 20;

[[noreturn]] void refuse_unmatched(const std::string& source, const ValueMatch& match) {
  Diagnostic diagnostic;
  diagnostic.what = "no value of " + quote(source) + " belongs to an op of the computation";
  for (std::size_t i = 0; i < match.extra.size() && i < most_listed; ++i)
    diagnostic.found += (i ? ", " : "") + match.extra[i].array;
  for (const MismatchedValue& each : match.mismatched)
    diagnostic.found += (diagnostic.found.empty() ? "" : "; ") + each.array + ": " + each.problem;
  diagnostic.expected = "names of ops, as 'ngraph info' lists them";
  diagnostic.action = "give --rename, --transpose or --tensor, or accept names with --suggested";
  for (const RuleSuggestion& rule : match.rules)
    diagnostic.action += "; try --" + std::string(name(rule.kind)) + " " + quote(rule.rule);
  refuse(ErrorKind::value, std::move(diagnostic));
}

// Takes the parameters out of the match: they are fed instead of compared.
std::map<std::string, Tensor> take_inputs(const std::vector<Op>& parameters,
                                          const NamedArrays& arrays, ValueMatch& match) {
  std::map<std::string, Tensor> inputs;
  std::erase_if(match.matched, [&](const MatchedValue& each) {
    if (std::find(parameters.begin(), parameters.end(), each.op) == parameters.end()) return false;
    inputs.emplace(each.op.name(), fitted_value(arrays.read(each.array), each));
    return true;
  });
  return inputs;
}

}  // namespace

NamedArrays arrays_of_file(const std::string& path) {
  const auto source = std::make_shared<CheckpointSource>(path);
  return {source->contents(), [source](const std::string& name) { return source->read(name); }};
}

std::vector<Op> comparable_ops(const Op& computation) {
  std::vector<Op> ops;
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    if (node->results.empty() || node->def->traits.is_sequencing()) continue;
    if (!node->def->traits.is_source() || is_state(*node)) ops.emplace_back(node);
  }
  return ops;
}

ArrayMatch match_arrays(const NamedArrays& arrays, const Op& computation,
                        const BindingChoices& choices) {
  const std::vector<Op> parameters = parameters_of(computation);
  std::vector<Op> ops = comparable_ops(computation);
  ArrayMatch match;
  match.ops = ops.size();
  ops.insert(ops.end(), parameters.begin(), parameters.end());
  match.values = match_values(arrays.contents, ops, choices);
  match.inputs = take_inputs(parameters, arrays, match.values);
  return match;
}

ArrayComparison compare_arrays(const CompareRequest& request, const NamedArrays& arrays,
                               ArrayMatch match) {
  if (match.values.matched.empty()) refuse_unmatched(request.right, match.values);
  ArrayComparison comparison;
  std::vector<GivenValue> given;
  for (const MatchedValue& each : match.values.matched) {
    const std::string shown =
        each.array + (each.order.empty() ? "" : " transposed " + order_text(each.order));
    given.push_back({each.op, compared_value(arrays.read(each.array), each), shown});
  }
  comparison.without = match.ops - given.size();
  comparison.values = compare_values(request, std::move(given));
  comparison.match = std::move(match.values);
  return comparison;
}

}  // namespace ng
