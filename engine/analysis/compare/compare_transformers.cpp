// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/compare_transformers.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/op_difference.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

constexpr double roundings = 8;

// The largest rounding difference; ignores non-finite values.
double spread(const Tensor& rounded, const Tensor& exact) {
  double most = 0;
  for (std::int64_t i = 0; i < rounded.size(); ++i) {
    const double apart = std::abs(rounded.at(i) - exact.at(i));
    if (std::isfinite(apart)) most = std::max(most, apart);
  }
  return most;
}

class Comparer {
 public:
  explicit Comparer(const CompareRequest& request) : request_(request) {}

  std::vector<OpDifference> of(const std::vector<Value>& ops, bool each_op) {
    const auto left = values(request_.left, false, ops, each_op);
    return differences(ops, left, values(request_.right, false, ops, each_op), each_op);
  }

  std::vector<OpDifference> of(const std::vector<Value>& ops, const std::vector<Tensor>& given) {
    return differences(ops, values(request_.left, false, ops, true), given, true);
  }

  bool complete() const { return complete_; }

 private:
  std::vector<OpDifference> differences(const std::vector<Value>& ops,
                                        const std::vector<Tensor>& left,
                                        const std::vector<Tensor>& right, bool each_op) {
    std::vector<Tensor> rounded, exact;
    if (request_.rtol > 0) {
      try {
        rounded = request_.right == oracle_ ? right : values(oracle_, false, ops, each_op);
        exact = values(oracle_, true, ops, each_op);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::cancelled) throw;
        complete_ = false;
      }
    }
    std::vector<OpDifference> all;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      const double noise = exact.empty() ? 0 : roundings * spread(rounded[i], exact[i]);
      all.push_back(
          op_difference(ops[i], left[i], right[i], request_.rtol, noise, request_.elements));
    }
    return all;
  }

  std::vector<Tensor> values(const std::string& name, bool in_double, const std::vector<Value>& ops,
                             bool each_op) {
    CallRequest call{request_.computation, name, request_.options, request_.arguments,
                     request_.state};
    call.options.double_throughout = in_double;
    if (name == oracle_) call.options.pipeline.clear();
    call.options.progress =
        progress_of_part(request_.options.progress, "comparing on " + name, done_++, 8);
    return each_op ? stored_values(call, ops) : returned_values(call);
  }

  const CompareRequest& request_;
  const std::string oracle_ = oracle_transformer();
  int done_ = 0;
  bool complete_ = true;
};

ComparisonRecord started(const CompareRequest& request) {
  ComparisonRecord record;
  record.left = request.left;
  record.right = request.right;
  record.rtol = request.rtol;
  record.iteration = request.iteration;
  return record;
}

void require_comparable(const GivenValue& given,
                        const std::unordered_map<const Node*, std::size_t>& computation) {
  Diagnostic diagnostic;
  diagnostic.where = describe(given.op.node());
  const bool compared = is_computed_value(given.op.value()) || is_state(given.op.node());
  if (!compared || !computation.contains(&given.op.node())) {
    diagnostic.what = "a value is given for an op that the computation does not compute";
    refuse(ErrorKind::key, std::move(diagnostic));
  }
  const Shape shape = given.op.axes().lengths();
  const bool floats = is_float(given.value.dtype) && is_float(given.op.dtype());
  if (given.value.shape == shape && (floats || given.value.dtype == given.op.dtype())) return;
  diagnostic.what = "the array " + quote(given.array) + " is not a value of the op";
  diagnostic.found = std::string(name(given.value.dtype)) + " " + to_string(given.value.shape);
  diagnostic.expected = std::string(name(given.op.dtype())) + " " + to_string(shape);
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<Op> suspects(const Value& op, const std::vector<Value>& given) {
  std::unordered_set<const Node*> compared;
  for (const Value& each : given) compared.insert(each.node.get());
  std::unordered_set<const Node*> reached{op.node.get()};
  std::vector<const Node*> waiting{op.node.get()};
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    for (const Value& operand : node->operands)
      if (is_computed_value(operand) && !compared.contains(operand.node.get()) &&
          reached.insert(operand.node.get()).second)
        waiting.push_back(operand.node.get());
  }
  std::vector<Op> found;
  for (const NodePtr& node : ordered_nodes({op}))
    if (reached.contains(node.get())) found.emplace_back(node);
  return found;
}

}  // namespace

ComparisonRecord compare_transformers(const CompareRequest& request) {
  Comparer comparer(request);
  ComparisonRecord record = started(request);
  record.ops = comparer.of(computed_ops(request.computation), true);
  try {
    if (comparer.complete())
      record.results = comparer.of(valued_results(request.computation), false);
    record.complete = comparer.complete();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) throw;
    record.complete = false;
  }
  return record;
}

ValueComparison compare_values(const CompareRequest& request, std::vector<GivenValue> given) {
  std::unordered_map<const Node*, std::size_t> order;
  for (const NodePtr& op : ordered_nodes({request.computation.value()}))
    order.emplace(op.get(), order.size());
  for (const GivenValue& each : given) require_comparable(each, order);
  std::stable_sort(given.begin(), given.end(), [&](const GivenValue& a, const GivenValue& b) {
    return order.at(&a.op.node()) < order.at(&b.op.node());
  });
  std::vector<Value> ops;
  std::vector<Tensor> values;
  for (GivenValue& each : given) {
    ops.push_back(each.op.value());
    values.push_back(std::move(each.value));
  }
  Comparer comparer(request);
  ValueComparison made{started(request), {}};
  ComparisonRecord& record = made.record;
  record.ops = comparer.of(ops, values);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    record.ops[i].name = given[i].op.name();  // with its scopes, as arrays have them
    record.ops[i].array = given[i].array;
  }
  record.complete = comparer.complete();
  if (const OpDifference* first = record.first_divergence())
    made.suspects = suspects(ops[static_cast<std::size_t>(first - record.ops.data())], ops);
  return made;
}

}  // namespace ng
