// SPDX-License-Identifier: Apache-2.0
#include "engine/session/compare_transformers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/session/graph_record.h"
#include "engine/session/value_summary.h"

namespace ng {
namespace {

constexpr double roundings = 8;

double largest(const Tensor& tensor) {
  double most = 0;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (std::isfinite(tensor.at(i))) most = std::max(most, std::abs(tensor.at(i)));
  }
  return most;
}

bool same(double l, double r) { return l == r || (std::isnan(l) && std::isnan(r)); }

// The largest difference that rounding makes; values that are not finite say nothing.
double spread(const Tensor& rounded, const Tensor& exact) {
  double most = 0;
  for (std::int64_t i = 0; i < rounded.size(); ++i) {
    const double apart = std::abs(rounded.at(i) - exact.at(i));
    if (std::isfinite(apart)) most = std::max(most, apart);
  }
  return most;
}

// The distance from |value| to the next number of the dtype, 0 for whole numbers.
double last_place(DType dtype, double value) {
  const double size = std::abs(value);
  if (dtype == DType::f32) {
    const auto narrow = static_cast<float>(size);
    return std::nextafter(narrow, std::numeric_limits<float>::infinity()) - narrow;
  }
  if (!is_float(dtype)) return 0;
  if (size_of(dtype) == 8)
    return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  int exponent = 0;
  std::frexp(size, &exponent);
  return std::ldexp(1.0, std::max(exponent - 11, -24));
}

class Comparer {
 public:
  explicit Comparer(const CompareRequest& request) : request_(request) {}

  std::vector<OpDifference> of(const std::vector<Value>& ops, bool each_op) {
    const auto left = values(request_.left, false, ops, each_op);
    const auto right = values(request_.right, false, ops, each_op);
    std::vector<Tensor> rounded, exact;
    if (request_.rtol > 0) {
      rounded =
          request_.right == "reference" ? right : values("reference", false, ops, each_op);
      exact = values("reference", true, ops, each_op);
    }
    std::vector<OpDifference> all;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      const double noise = request_.rtol > 0 ? roundings * spread(rounded[i], exact[i]) : 0;
      OpDifference worst = difference(left[i], right[i], request_.rtol, noise);
      const std::vector<AxisRecord> axes = axis_records(ops[i].axes());
      worst.op = ops[i].node->id;
      worst.name = display_name(*ops[i].node);
      worst.place = place_of(axes, right[i].shape, worst.element);
      for (const AxisRecord& axis : axes)
        worst.axes += (worst.axes.empty() ? "" : ", ") + axis.name + ": " +
                      std::to_string(axis.length);
      worst.axes = "(" + worst.axes + ")";
      all.push_back(std::move(worst));
    }
    return all;
  }

 private:
  std::vector<Tensor> values(const std::string& name, bool in_double, const std::vector<Value>& ops,
                             bool each_op) {
    CompileOptions options = request_.options;
    options.double_throughout = in_double;
    if (name == "reference") options.pipeline.clear();
    if (each_op) options.watched = ops;
    if (options.progress) {
      const auto whole = options.progress;
      options.progress = [whole, stage = "comparing on " + name, at = done_++](auto&, double part) {
        return whole(stage, (at + std::clamp(part, 0.0, 1.0)) / 8);
      };
    }
    const TransformerPtr made = allocate_transformer(name);
    const Computation computation = made->add_computation(request_.computation, options);
    made->allocate();
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
  int done_ = 0;
};

std::vector<Value> ops_of(const Op& computation) {
  std::vector<Value> values;
  for (const NodePtr& op : ordered_nodes({computation.value()})) {
    if (op->results.empty() || op->def->traits.source || op->def->traits.sequencing) continue;
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

OpDifference difference(const Tensor& left, const Tensor& right, double rtol, double noise) {
  OpDifference worst;
  const double scale = largest(right);
  double most = -1;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    const double l = left.at(i), r = right.at(i);
    if (same(l, r)) continue;
    const double apart = std::abs(l - r), size = std::abs(r) + scale;
    const double unit = last_place(right.dtype, r);
    worst.apart = std::max(worst.apart, std::isnan(apart) ? HUGE_VAL : apart);
    if (unit > 0) worst.ulps = std::max(worst.ulps, std::isnan(apart) ? HUGE_VAL : apart / unit);
    const bool agrees = apart <= rtol * size + noise;
    const double relative = std::isfinite(apart / size) ? apart / size : HUGE_VAL;
    // Elements that disagree come before all that agree.
    if ((agrees == worst.agrees && relative > most) || (!agrees && worst.agrees)) {
      most = relative;
      worst.element = i, worst.left = l, worst.right = r;
      worst.relative = relative, worst.agrees = agrees;
    }
  }
  return worst;
}

void set_state(Transformer& transformer,
               const std::vector<std::pair<std::uint64_t, Tensor>>& state) {
  for (const auto& [id, value] : state)
    if (const auto storage = transformer.state().find(id)) storage->set(value);
}

ComparisonRecord compare_transformers(const CompareRequest& request) {
  Comparer comparer(request);
  ComparisonRecord record;
  record.left = request.left;
  record.right = request.right;
  record.rtol = request.rtol;
  record.iteration = request.iteration;
  record.ops = comparer.of(ops_of(request.computation), true);
  record.results = comparer.of(results_of(request.computation), false);
  return record;
}

}  // namespace ng
