// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/loop_plan.h"

#include <algorithm>
#include <unordered_set>

namespace ng::tensorflow {
namespace {

constexpr int most_steps = 64;  // of a chain of identities, or of nested conditions

// A function whose values are followed to where they come from.
class Body {
 public:
  Body(const FunctionDef& function, const std::string& path)
      : function_(function), scope_(function, path) {}

  // The same elements, behind identities.
  Endpoint origin(Endpoint value) const { return behind(std::move(value), false); }
  // Also behind casts, which keep the order of counters and limits.
  Endpoint compared(Endpoint value) const { return behind(std::move(value), true); }
  const NodeDef* node(const Endpoint& value) const { return scope_.find(value.node); }
  // Not followed; without a node if there is none.
  Endpoint input(const NodeDef& node, std::size_t i) const {
    const std::vector<Endpoint> inputs = scope_.inputs_of(node);
    return i < inputs.size() ? inputs[i] : Endpoint{};
  }

  std::optional<std::size_t> argument(const Endpoint& value) const {
    for (std::size_t i = 0; i < function_.inputs.size(); ++i) {
      if (function_.inputs[i].name == value.node && !scope_.find(value.node)) return i;
    }
    return std::nullopt;
  }

  // An integer: one step of a float may be less than a whole iteration.
  std::optional<std::int64_t> constant(const Endpoint& value) const {
    const NodeDef* found = node(value);
    const AttrValue* attr = found && found->op == "Const" ? found->find("value") : nullptr;
    const auto dtype = attr && attr->tensor ? dtype_of(attr->tensor->type) : std::nullopt;
    if (!dtype || is_float(*dtype) || element_count(attr->tensor->dims) != 1) return std::nullopt;
    return static_cast<std::int64_t>(contents(*attr->tensor).item());
  }

  std::optional<Endpoint> result(std::size_t i) const {
    if (i >= function_.outputs.size()) return std::nullopt;
    const auto at = function_.returns.find(function_.outputs[i].name);
    if (at == function_.returns.end()) return std::nullopt;
    return scope_.endpoint(at->second, nullptr);
  }

 private:
  Endpoint behind(Endpoint value, bool casts) const {
    for (int i = 0; i < most_steps; ++i) {
      const NodeDef* node = scope_.find(value.node);
      if (!node || (node->op != "Identity" && !(casts && node->op == "Cast"))) return value;
      const std::vector<Endpoint> inputs = scope_.inputs_of(*node);
      if (inputs.empty()) return value;
      value = inputs[0];
    }
    return value;
  }

  const FunctionDef& function_;
  NodeScope scope_;
};

bool counts(const Body& body, const NodeDef* node, std::size_t i) {
  if (!node || (node->op != "AddV2" && node->op != "Add")) return false;
  const Endpoint a = body.origin(body.input(*node, 0)), b = body.origin(body.input(*node, 1));
  return (body.argument(a) == i && body.constant(b) == 1) ||
         (body.argument(b) == i && body.constant(a) == 1);
}

std::optional<LoopValue> value_of(const Body& body, std::size_t i) {
  const std::optional<Endpoint> result = body.result(i);
  if (!result) return std::nullopt;
  LoopValue value;
  value.result = *result;
  const Endpoint from = body.origin(*result);
  const NodeDef* node = body.node(from);
  if (body.argument(from) == i) {
    value.role = LoopRole::invariant;
  } else if (counts(body, node, i)) {
    value.role = LoopRole::counter;
  } else if (node && node->op == "TensorListSetItem") {
    if (body.argument(body.origin(body.input(*node, 0))) != i) return std::nullopt;
    const Endpoint index = body.origin(body.input(*node, 1));
    value.role = LoopRole::list;
    value.overwrites = body.constant(index) == 0;
    value.index = body.argument(index);
    if (!value.overwrites && !value.index) return std::nullopt;
    value.result = body.input(*node, 2);
  } else if (node && node->op.starts_with("TensorList")) {
    return std::nullopt;
  }
  return value;
}

// Reads limits from a condition: one, or several of which all must hold.
class Limits {
 public:
  Limits(const Body& condition, LoopPlan& plan) : condition_(condition), plan_(plan) {}

  bool add(const Endpoint& value, int depth = 0) {
    const Endpoint from = condition_.compared(value);
    const NodeDef* node = condition_.node(from);
    if (!node || depth > most_steps) return false;
    // A condition that is part of another twice would double the work at each level.
    if (!seen_.insert(from.value()).second) return true;
    if (node->op == "LogicalAnd") {
      return add(condition_.input(*node, 0), depth + 1) &&
             add(condition_.input(*node, 1), depth + 1);
    }
    if (node->op == "Less") return add_limit(*node, 0, 1);
    return node->op == "Greater" && add_limit(*node, 1, 0);
  }

 private:
  bool add_limit(const NodeDef& node, std::size_t counter, std::size_t limit) {
    const auto at = argument(node, counter);
    if (!at || !has_role(*at, LoopRole::counter)) return false;
    LoopLimit found{*at, argument(node, limit), 0};
    if (found.value) {
      if (!has_role(*found.value, LoopRole::invariant)) return false;
    } else {
      const auto constant = condition_.constant(condition_.compared(condition_.input(node, limit)));
      if (!constant) return false;
      found.constant = *constant;
    }
    plan_.limits.push_back(found);
    return true;
  }

  std::optional<std::size_t> argument(const NodeDef& node, std::size_t input) const {
    return condition_.argument(condition_.compared(condition_.input(node, input)));
  }

  bool has_role(std::size_t value, LoopRole role) const {
    return value < plan_.values.size() && plan_.values[value].role == role;
  }

  const Body& condition_;
  LoopPlan& plan_;
  std::unordered_set<std::string> seen_;
};

// An element is set in each iteration only at an index that counts them.
bool lists_are_filled_in_order(const LoopPlan& plan) {
  return std::all_of(plan.values.begin(), plan.values.end(), [&](const LoopValue& value) {
    return !value.index || plan.values[*value.index].role == LoopRole::counter;
  });
}

}  // namespace

std::optional<LoopPlan> plan_of_loop(const FunctionDef& condition, const FunctionDef& body,
                                     const std::string& path) {
  LoopPlan plan;
  const Body inside(body, path), test(condition, path);
  for (std::size_t i = 0; i < body.inputs.size(); ++i) {
    const auto value = value_of(inside, i);
    if (!value) return std::nullopt;
    plan.values.push_back(*value);
  }
  if (!lists_are_filled_in_order(plan)) return std::nullopt;
  const auto result = test.result(0);
  if (!result || !Limits(test, plan).add(*result)) return std::nullopt;
  return plan;
}

}  // namespace ng::tensorflow
