// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/precision/compare_precisions.h"

#include <cmath>
#include <map>
#include <span>
#include <unordered_set>
#include <utility>

#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/op_difference.h"
#include "engine/analysis/compare/precision/in_precision.h"
#include "engine/analysis/compare/precision/isolate_ops.h"
#include "engine/base/epsilon.h"
#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

constexpr int parts = 5;  // of the work: both sides op by op, the isolated ops, both sides' results

// The values that a comparison needs: of the computed ops first, then of other operands and state.
class NeededValues {
 public:
  explicit NeededValues(const Op& computation) {
    for (const Value& op : computed_ops(computation)) add(op);
    ops_ = all_.size();
    for (const NodePtr& node : ordered_nodes({computation.value()})) {
      if (is_state(*node)) add({node, 0});
      for (const Value& operand : node->operands)
        if (is_operand_value(operand)) add(operand);
    }
  }

  const std::vector<Value>& all() const { return all_; }
  std::span<const Value> ops() const { return {all_.data(), ops_}; }
  std::size_t index(const Value& value) const {
    return known_.at({value.node.get(), value.result});
  }

 private:
  static bool is_operand_value(const Value& value) {
    const Traits& traits = value.node->def->traits;
    return value.has_type() && !traits.is_sequencing() && traits.kind != OpKind::temporary;
  }

  void add(const Value& value) {
    if (known_.try_emplace({value.node.get(), value.result}, all_.size()).second)
      all_.push_back(value);
  }

  std::vector<Value> all_;
  std::size_t ops_ = 0;
  std::map<std::pair<const Node*, int>, std::size_t> known_;
};

class PrecisionComparer {
 public:
  PrecisionComparer(const CompareRequest& request, DType precision)
      : request_(request),
        coarsest_(coarsest_type(request.computation, precision)),
        right_is_coarser_(coarsest_ == precision),
        needed_(request.computation),
        converted_(in_precision(request.computation, needed_.all(), precision)) {
    record_.left = request.left;
    record_.right = request.left + " in " + std::string(name(precision));
    record_.rtol = request.rtol;
    record_.iteration = request.iteration;
  }

  ComparisonRecord run() {
    compute();
    for (const Value& op : needed_.ops()) {
      const std::size_t i = record_.ops.size();
      record_.ops.push_back(
          op_difference(op, left_[i], right_[i], request_.rtol, 0, request_.elements));
    }
    find_overflows();
    try {
      measure_own();
      compare_results();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::cancelled) throw;
      record_.complete = false;
    }
    return std::move(record_);
  }

 private:
  void compute() {
    left_call_ = call(request_.computation, record_.left);
    left_call_.state = request_.state;
    left_call_.arguments = arguments_as_written();
    left_ = stored_values(left_call_, needed_.all());
    right_call_ = call(converted_.computation, record_.right);
    right_call_.arguments = left_call_.arguments;
    for (std::size_t i = 0; i < left_.size(); ++i)
      if (const Value& value = needed_.all()[i]; is_state(*value.node))
        right_call_.state.emplace_back(value.node->id, left_[i]);
    right_ = right_values();
  }

  // An error of the converted call only, such as a position that is rounded out of range, names
  // its side.
  std::vector<Tensor> right_values() const {
    try {
      return stored_values(right_call_, converted_.values);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::cancelled) throw;
      Diagnostic diagnostic = error.diagnostic();
      diagnostic.where += (diagnostic.where.empty() ? "" : ", ") + record_.right;
      throw Error(error.fault(), error.kind(), std::move(diagnostic));
    }
  }

  // In the types of the computation, so that both sides get the same numbers.
  std::vector<Tensor> arguments_as_written() const {
    std::vector<Tensor> arguments = request_.arguments;
    const std::vector<NodePtr> parameters = parts_of(request_.computation.node()).parameters;
    for (std::size_t i = 0; i < arguments.size() && i < parameters.size(); ++i) {
      const TensorType& type = parameters[i]->results[0];
      arguments[i] =
          broadcast_to(arguments[i], type.dtype, type.axes.lengths(), describe(*parameters[i]));
    }
    return arguments;
  }

  CallRequest call(const Op& computation, const std::string& side) {
    CallRequest made{computation, request_.left, request_.options, {}, {}};
    if (request_.left == oracle_transformer()) made.options.pipeline.clear();
    begin_part(made, side);
    return made;
  }

  void begin_part(CallRequest& call, const std::string& side) {
    call.options.progress =
        progress_of_part(request_.options.progress, "comparing " + side, done_++, parts);
  }

  const std::vector<Tensor>& coarse() const { return right_is_coarser_ ? right_ : left_; }
  const std::vector<Tensor>& fine() const { return right_is_coarser_ ? left_ : right_; }

  // An op inherits the infinite elements of its operands: they are the overflow of another op.
  void find_overflows() {
    std::unordered_set<const Node*> infinite;
    for (std::size_t i = 0; i < needed_.ops().size(); ++i) {
      if (!overflows(coarse()[i], fine()[i])) continue;
      const Node& node = *needed_.ops()[i].node;
      bool inherited = false;
      for (const Value& operand : node.operands) inherited |= infinite.contains(operand.node.get());
      infinite.insert(&node);
      if (!inherited) record_.ops[i].overflow = coarse()[i].dtype;
    }
  }

  static bool overflows(const Tensor& coarse, const Tensor& fine) {
    if (!is_float(coarse.dtype)) return false;
    for (std::int64_t i = 0; i < coarse.size(); ++i)
      if (std::isinf(coarse.at(i)) && std::isfinite(fine.at(i))) return true;
    return false;
  }

  void measure_own() {
    const std::span<const Value> ops = needed_.ops();
    const std::vector<Value>& built = right_is_coarser_ ? needed_.all() : converted_.values;
    const IsolatedOps isolated =
        isolate_ops(request_.computation, ops, std::span(built).first(ops.size()));
    if (isolated.ops.empty()) return;
    CallRequest alone = call(isolated.computation, "each op alone");
    for (const Value& source : isolated.sources)
      alone.arguments.push_back(coarse()[needed_.index(source)]);
    const std::vector<Tensor> values = returned_values(alone);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t op = isolated.ops[i];
      record_.ops[op].own = right_is_coarser_ ? difference(values[i], right_[op], 0, 0).relative
                                              : difference(left_[op], values[i], 0, 0).relative;
    }
  }

  void compare_results() {
    const std::vector<Value> results = valued_results(request_.computation);
    begin_part(left_call_, record_.left);
    const std::vector<Tensor> left = returned_values(left_call_);
    begin_part(right_call_, record_.right);
    const std::vector<Tensor> right = returned_values(right_call_);
    for (std::size_t i = 0; i < results.size(); ++i)
      record_.results.push_back(
          op_difference(results[i], left[i], right[i], request_.rtol, 0, request_.elements));
  }

  const CompareRequest& request_;
  const DType coarsest_;
  const bool right_is_coarser_;
  const NeededValues needed_;
  const ConvertedComputation converted_;
  CallRequest left_call_, right_call_;
  std::vector<Tensor> left_, right_;  // of needed_.all()
  ComparisonRecord record_;
  int done_ = 0;
};

}  // namespace

ComparisonRecord compare_precisions(const CompareRequest& request, DType precision) {
  return PrecisionComparer(request, precision).run();
}

}  // namespace ng
