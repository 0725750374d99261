// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/scan/scan_adjoint.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/kept_value.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/scan/scan_kept.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

Op total(const Op& x) {
  return x.axes().empty() ? x : sum(x, reduce_over(x.axes()));
}

Op zeros(const TensorType& type) {
  return constant(Tensor(type.dtype, type.axes.lengths()), type.axes);
}

using Kept = std::vector<std::pair<Value, Op>>;  // values of a body and their saved copies

// The ops of `body` over other arguments; values in `kept` are read instead of recomputed.
std::vector<Op> inlined(const Body& body, const std::vector<Value>& arguments, const Kept& kept) {
  std::unordered_map<const Node*, NodePtr> copies;
  std::unordered_map<const Node*, Value> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    values[body.parameters[i].get()] = arguments[i];
  }
  auto replaced = [&](const Value& value) {
    if (const auto at = values.find(value.node.get()); at != values.end()) return at->second;
    const auto at = copies.find(value.node.get());
    return at == copies.end() ? value : Value{at->second, value.result};
  };
  for (const NodePtr& node : body.order) {
    std::vector<Value> operands;
    for (const Value& operand : node->operands) operands.push_back(replaced(operand));
    NodePtr copy = with_operands(node, std::move(operands));
    for (const auto& [value, held] : kept) {
      if (value.node == node) copy = kept_value(Op(Value{copy, 0}), held).value().node;
    }
    copies[node.get()] = std::move(copy);
  }
  std::vector<Op> results;
  for (const Value& result : body.results) {
    results.push_back(result ? Op(replaced(result)) : Op());
  }
  return results;
}

// `x` with `axis` in place of its axis `own`.
Op along(const Op& x, const Axis& own, const Axis& axis) {
  std::vector<Axis> axes = x.axes().list();
  std::replace(axes.begin(), axes.end(), own, axis);
  return own == axis ? x : cast_axes(x, Axes(std::move(axes)));
}

// The loop axis of the gradient: that of the scan, unless an outer value has it, whose adjoint is a
// state of the gradient.
Axis backward_axis(const Node& scan, const ScanParts& parts) {
  std::set<std::string> names;
  bool taken = false;
  for (std::size_t i = 0; i < scan.operands.size(); ++i) {
    const Axes& axes = scan.operands[i].axes();
    for (const Axis& axis : axes) names.insert(axis.name());
    taken |= i >= parts.states + parts.sequences && axes.contains(parts.axis);
  }
  if (!taken) return parts.axis;
  std::string name = parts.axis.name() + "_step";
  while (names.contains(name)) name += "_";
  return make_axis(parts.axis.length(), name);
}

class Backward {
 public:
  explicit Backward(AdjointContext& context)
      : c_(context), node_(*context.node), p_(scan_parts(node_)), axis_(backward_axis(node_, p_)) {
    const auto& body = *node_.loop;
    for (std::size_t i = 0; i < node_.operands.size(); ++i) {
      const bool carried = i < p_.states || i >= p_.states + p_.sequences;
      if (is_float(body.parameters[i]->results[0].dtype)) (carried ? carried_ : fed_).push_back(i);
    }
    for (std::size_t r = 0; r < p_.states; ++r) {
      if (const Value d = c_.delta_of(p_.saved() + r)) saved_deltas_.emplace_back(r, d);
    }
    for (std::size_t r = 0; r < p_.outputs; ++r) {
      if (const Value d = c_.delta_of(p_.states + r)) output_deltas_.emplace_back(r, d);
    }
    for (const Value& value : worth_keeping(body, p_.axis)) {
      const auto at = std::find(body.results.begin() + static_cast<std::ptrdiff_t>(p_.states),
                                body.results.end(), value);
      if (at != body.results.end()) {
        kept_.emplace_back(value, static_cast<int>(at - body.results.begin()));
      }
    }
  }

  void run() {
    const ScanResult result = scan(
        axis_, first_states(), sequences(),
        [this](const std::vector<Op>& states, const std::vector<Op>& elements) {
          return step(states, elements);
        },
        ScanOrder{!p_.reverse});
    for (std::size_t i = 0; i < carried_.size(); ++i) {
      c_.add(carried_[i], result.states[i].value());
    }
    for (std::size_t i = 0; i < fed_.size(); ++i)
      c_.add(fed_[i], along(result.outputs[i], axis_, p_.axis).value());
  }

 private:
  // Adjoints of the states after the last step; zeros for the outer values.
  std::vector<Operand> first_states() const {
    std::vector<Operand> first;
    for (std::size_t i : carried_) {
      const Value d = i < p_.states ? c_.delta_of(i) : Value{};
      const TensorType& type = node_.operands[i].type();
      first.push_back(d ? broadcast(Op(d), type.axes) : zeros(type));
    }
    return first;
  }

  std::vector<Operand> sequences() const {
    std::vector<Operand> all;
    const auto add = [&](const Value& value) { all.emplace_back(along(value, p_.axis, axis_)); };
    for (std::size_t i = 0; i < p_.states; ++i) add({c_.node, static_cast<int>(p_.saved() + i)});
    for (std::size_t i = 0; i < p_.sequences; ++i) add(node_.operands[p_.states + i]);
    for (const auto& [result, delta] : output_deltas_) add(delta);
    for (const auto& [result, delta] : saved_deltas_) add(delta);
    for (const auto& [value, result] : kept_) add({c_.node, result});
    return all;
  }

  // Differentiates the sum of all results of the step, each times its adjoint, in one backward
  // walk.
  ScanStep step(const std::vector<Op>& adjoints, const std::vector<Op>& elements) const {
    const std::size_t inner = p_.states + p_.sequences;
    std::vector<Value> arguments;
    for (std::size_t i = 0; i < inner; ++i) arguments.push_back(elements[i].value());
    for (std::size_t i = 0; i < p_.outer; ++i) arguments.push_back(node_.operands[inner + i]);
    Kept kept;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      kept.emplace_back(kept_[i].first, elements[elements.size() - kept_.size() + i]);
    }
    const std::vector<Op> results = inlined(*node_.loop, arguments, kept);
    Op error = constant(Tensor(0.0));
    for (std::size_t i = 0; i < carried_.size() && carried_[i] < p_.states; ++i) {
      error = error + total(results[carried_[i]] * adjoints[i]);
    }
    for (std::size_t i = 0; i < output_deltas_.size(); ++i) {
      error = error + total(results[p_.states + output_deltas_[i].first] * elements[inner + i]);
    }
    ScanStep next;
    for (std::size_t i = 0; i < carried_.size(); ++i) {
      Op adjoint = deriv(error, Op(arguments[carried_[i]]));
      if (carried_[i] >= p_.states) adjoint = adjoints[i] + adjoint;
      for (std::size_t k = 0; k < saved_deltas_.size(); ++k) {
        if (saved_deltas_[k].first != carried_[i]) continue;
        adjoint = adjoint + elements[inner + output_deltas_.size() + k];
      }
      next.states.push_back(adjoint);
    }
    for (std::size_t i : fed_) next.outputs.push_back(deriv(error, Op(arguments[i])));
    return next;
  }

  AdjointContext& c_;
  const Node& node_;
  ScanParts p_;
  Axis axis_;
  std::vector<std::size_t> carried_, fed_;  // float operands: states and outer values; sequences
  std::vector<std::pair<std::size_t, Value>> output_deltas_, saved_deltas_;
  std::vector<std::pair<Value, int>> kept_;  // values of the step, with the result that stacks each
};

}  // namespace

void adjoint_scan(AdjointContext& context) {
  Backward(context).run();
}

}  // namespace ng
