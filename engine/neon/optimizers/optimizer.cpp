// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/optimizer.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/names.h"
#include "engine/graph/op_def.h"
#include "engine/graph/user_line.h"
#include "engine/ngraph.h"

namespace ng::neon {
namespace {

[[noreturn]] void fail(const std::string& where, std::string what, std::string found,
                       std::string expected = {}, std::string action = {}) {
  Diagnostic diagnostic;
  diagnostic.what = where + ": " + std::move(what);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_limit(const std::string& where, const char* name, const std::optional<double>& limit) {
  if (!limit || *limit > 0) return;
  fail(where, std::string(name) + " is not positive", std::to_string(*limit), "more than 0");
}

Op clipped(const Op& x, double limit) {
  return minimum(maximum(x, -limit), limit);
}

void require_samples(const std::string& where, const Op& cost) {
  const auto batch = cost.axes().batch_axis();
  if (!batch) return;
  const auto length = batch->known_length();
  if (!length || *length == 0) {
    fail(where, "the cost's batch axis has no length", batch->text(), "a positive length",
         "give the axis its length before the optimizer is applied");
  }
}

std::string names_of(const std::vector<Op>& ops) {
  std::string text;
  for (const Op& op : ops) text += (text.empty() ? "" : ", ") + op.name();
  return text;
}

}  // namespace

void require_setting(const std::string& where, const char* setting, double value, double least,
                     std::optional<double> end) {
  if (value >= least && (!end || value < *end)) return;
  fail(where, std::string(setting) + " is out of range", std::to_string(value),
       std::to_string(least) + (end ? " to less than " + std::to_string(*end) : " or more"));
}

Optimizer::Optimizer(std::string kind, LearningRate learning_rate, OptimizerOptions options)
    : policy_(std::move(learning_rate)), options_(std::move(options)) {
  if (options_.name.empty()) options_.name = std::move(kind);
  for (auto* limit : {&options_.gradient_clip_value, &options_.weight_clip_value})
    if (*limit) *limit = std::abs(**limit);  // of either sign, as in the original
  require_limit(name(), "gradient_clip_norm", options_.gradient_clip_norm);
  require_limit(name(), "gradient_clip_value", options_.gradient_clip_value);
  require_limit(name(), "weight_clip_value", options_.weight_clip_value);
  if (policy_.needs_iteration() && !options_.iteration) policy_.of(options_.iteration);
}

const Op& Optimizer::learning_rate() {
  if (learning_rate_) return learning_rate_;
  learning_rate_ = policy_.of(options_.iteration);
  const bool provided = std::holds_alternative<ProvidedRate>(policy_.policy());
  if (!provided) learning_rate_.named("learning_rate");
  return learning_rate_;
}

std::vector<Op> Optimizer::targets(const Op& cost, const OptimizerTarget& target) const {
  if (!target.variables.empty() && !target.scope.empty()) {
    fail(name(), "both variables and a scope are given", "both", "one of them");
  }
  for (std::size_t i = 0; i < target.variables.size(); ++i) {
    const Op& op = target.variables[i];
    if (!op || op.node().def->traits.kind != OpKind::variable) {
      fail(name(), "only variables can be trained", op ? op.graph_label() : "no op", "a variable");
    }
    if (std::count(target.variables.begin(), target.variables.end(), op) > 1) {
      fail(name(), "a variable is listed twice", op.name());
    }
  }
  if (!target.variables.empty()) return target.variables;
  const std::vector<Op> all = cost.variables();
  std::vector<Op> chosen;
  for (const Op& op : all) {
    if (target.scope.empty() || op.name().starts_with(target.scope + "/")) chosen.push_back(op);
  }
  if (!chosen.empty()) return chosen;
  if (all.empty()) {
    fail(name(), "the cost depends on no variable", cost.graph_label(), "a cost of a model",
         "create weights with ng::variable or a layer");
  }
  fail(name(), "the cost has no variable in the scope " + quote(target.scope), names_of(all));
}

Op Optimizer::norm_factor(const std::vector<Op>& gradients) const {
  if (!options_.gradient_clip_norm) return constant(Tensor(1.0));
  Op squares;
  for (const Op& gradient : gradients) {
    const Op more = squared_L2(gradient, out_axes({}));
    squares = squares ? squares + more : more;
  }
  const double limit = *options_.gradient_clip_norm;
  return limit / maximum(sqrt(squares), limit);
}

Op Optimizer::state_of(const std::string& state_name, const Axes& axes, double initial) {
  state_.push_back(persistent_tensor(axes, initial).named(state_name));
  return state_.back();
}

Op Optimizer::operator()(const Op& cost, const OptimizerTarget& target, Operand::Where line) {
  const ScopedUserLine user(user_line(line));
  if (!cost) fail(name(), "there is no cost to minimize", "no op", "a cost");
  const std::vector<Op> variables = targets(cost, target);
  require_samples(name(), cost);
  const ScopedName scope(name());
  state_.clear();
  learning_rate();
  const Op batch_cost = sum(cost, out_axes({})), samples = batch_size(cost);
  std::vector<Op> gradients;
  for (const Op& v : variables) gradients.push_back(deriv(batch_cost, v) / samples);
  const Op scale = norm_factor(gradients);
  std::vector<Op> updates = begin(), clips;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Op& v = variables[i];
    const ScopedName variable_scope(v.name());
    const auto& limit = options_.gradient_clip_value;
    const std::vector<Op> assigns =
        update(v, limit ? clipped(gradients[i], *limit) : gradients[i], scale);
    updates.insert(updates.end(), assigns.begin(), assigns.end());
    if (options_.weight_clip_value) {
      clips.push_back(assign(v, clipped(v, *options_.weight_clip_value)));
    }
  }
  std::vector<Op> steps = gradients;
  steps.push_back(doall(updates).named("updates"));
  if (!clips.empty()) steps.push_back(doall(clips).named("weight_clips"));
  steps.push_back(constant(Tensor(0.0)));
  return sequential(steps);
}

}  // namespace ng::neon
