// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare_transformers.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/axis_name.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/records/op_record.h"
#include "engine/records/values/value_summary.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"

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
    const auto right = values(request_.right, false, ops, each_op);
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
      OpDifference worst = difference(left[i], right[i], request_.rtol, noise);
      const std::vector<AxisRecord> axes = axis_records(ops[i].axes());
      worst.op = ops[i].node->id;
      worst.name = display_name(*ops[i].node);
      worst.place = place_of(axes, right[i].shape, worst.element);
      for (const AxisRecord& axis : axes)
        worst.axes += (worst.axes.empty() ? "" : ", ") + shown_axis_name(axis.name) + ": " +
                      length_text(axis);
      worst.axes = "(" + worst.axes + ")";
      all.push_back(std::move(worst));
    }
    return all;
  }

  bool complete() const { return complete_; }

 private:
  std::vector<Tensor> values(const std::string& name, bool in_double, const std::vector<Value>& ops,
                             bool each_op) {
    CompileOptions options = request_.options;
    options.double_throughout = in_double;
    if (name == oracle_) options.pipeline.clear();
    if (each_op) options.watched = ops;
    if (options.progress) {
      const auto whole = options.progress;
      options.progress = [whole, stage = "comparing on " + name, at = done_++](auto&, double part) {
        return whole(stage, (at + std::clamp(part, 0.0, 1.0)) / 8);
      };
    }
    const TransformerPtr made = allocate_transformer(name);
    const Computation computation = made->add_computation(request_.computation, options);
    set_state(*made, request_.state);
    const Results results = computation.call(request_.arguments);
    std::vector<Tensor> all;
    if (each_op) {
      for (std::size_t i = 0; i < ops.size(); ++i) all.push_back(computation.watched(i));
    } else {
      for (const auto& result : results)
        if (result) all.push_back(*result);
    }
    return all;
  }

  const CompareRequest& request_;
  const std::string oracle_ = oracle_transformer();
  int done_ = 0;
  bool complete_ = true;
};

std::vector<Value> ops_of(const Op& computation) {
  std::vector<Value> values;
  for (const NodePtr& op : ordered_nodes({computation.value()})) {
    if (op->results.empty() || op->def->traits.is_source() || op->def->traits.is_sequencing())
      continue;
    values.push_back(Value{op, 0});
  }
  return values;
}

std::vector<Value> results_of(const Op& computation) {
  std::vector<Value> values;
  for (const Value& result : parts_of(computation.node()).results)
    if (result.has_type()) values.push_back(result);
  return values;
}

}  // namespace

ComparisonRecord compare_transformers(const CompareRequest& request) {
  Comparer comparer(request);
  ComparisonRecord record;
  record.left = request.left;
  record.right = request.right;
  record.rtol = request.rtol;
  record.iteration = request.iteration;
  record.ops = comparer.of(ops_of(request.computation), true);
  try {
    if (comparer.complete()) record.results = comparer.of(results_of(request.computation), false);
    record.complete = comparer.complete();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) throw;
    record.complete = false;
  }
  return record;
}

}  // namespace ng
