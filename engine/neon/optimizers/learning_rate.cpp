// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/optimizers/learning_rate.h"

#include <array>

#include "engine/base/error.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/state.h"

namespace ng::neon {
namespace {

constexpr std::array names = {"fixed", "step", "schedule", "exp",
                              "inv",   "poly", "sigmoid",  "provided"};
static_assert(names.size() == std::variant_size_v<RatePolicy>);

Op scalar(double value) {
  return constant(Tensor(value));
}

Op rate(const FixedRate& policy, const Op&) {
  return scalar(policy.base_lr);
}

Op rate(const StepRate& policy, const Op& it) {
  return policy.base_lr * power(policy.gamma, floordivide(it, policy.step));
}

Op rate(const ScheduleRate& policy, const Op& it) {
  Op product = scalar(policy.base_lr);
  for (std::size_t i = 0; i < policy.schedule.size(); ++i) {
    const double gamma = policy.gamma[policy.gamma.size() == 1 ? 0 : i];
    const Op reached = greater_equal(it, policy.schedule[i]);
    product = product * (reached * gamma + (1.0 - reached));
  }
  return product;
}

Op rate(const ExpRate& policy, const Op& it) {
  return policy.base_lr * power(policy.gamma, it);
}

Op rate(const InvRate& policy, const Op& it) {
  return policy.base_lr * power(1.0 + policy.gamma * it, -policy.power);
}

Op rate(const PolyRate& policy, const Op& it) {
  return policy.base_lr * power(maximum(1.0 - it / policy.max_iter, 0.0), policy.power);
}

Op rate(const SigmoidRate& policy, const Op& it) {
  return policy.base_lr / (1.0 + exp(-policy.gamma * (it - policy.step_size)));
}

Op rate(const ProvidedRate& policy, const Op&) {
  return policy.lr_placeholder;
}

[[noreturn]] void fail(const std::string& policy, const std::string& what, std::string found,
                       std::string expected, std::string action = {}) {
  Diagnostic diagnostic;
  diagnostic.what = "the learning-rate policy '" + policy + "' " + what;
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  refuse(ErrorKind::value, std::move(diagnostic));
}

void require_positive(const char* policy, const char* argument, double value) {
  if (value > 0) return;
  fail(policy, "needs a positive " + std::string(argument), std::to_string(value), "more than 0");
}

void require_schedule(const ScheduleRate& policy) {
  const std::size_t gammas = policy.gamma.size(), points = policy.schedule.size();
  if (gammas == 1 || gammas == points) return;
  fail("schedule", "needs a gamma for each point of its schedule",
       std::to_string(gammas) + " gammas and " + std::to_string(points) + " points",
       "as many gammas as points, or one number for all");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "nothing" : text;
}

// Reads the arguments of a policy by name after checking which ones are present.
class Arguments {
 public:
  Arguments(const char* policy, const RateArguments& given, const std::vector<std::string>& wanted)
      : policy_(policy), given_(given) {
    std::vector<std::string> names_given;
    bool fits = given.size() == wanted.size();
    for (const auto& [key, value] : given) names_given.push_back(key);
    for (const std::string& key : wanted) fits = fits && given.count(key) > 0;
    if (!fits) fail(policy, "has the wrong arguments", listed(names_given), listed(wanted));
  }
  double number(const char* key) const { return as<double>(key, "a number"); }
  Op op(const char* key) const { return as<Op>(key, "a scalar op"); }
  std::vector<double> list(const char* key) const {
    return as<std::vector<double>>(key, "a list of numbers");
  }
  std::vector<double> list_or_number(const char* key) const {
    const double* one = std::get_if<double>(&given_.at(key));
    return one ? std::vector{*one} : list(key);
  }

 private:
  template <class T>
  T as(const char* key, const char* kind) const {
    const T* value = std::get_if<T>(&given_.at(key));
    if (value) return *value;
    fail(policy_, "cannot use this value for '" + std::string(key) + "'", "a value of another type",
         kind);
  }
  const char* policy_;
  const RateArguments& given_;
};

LearningRate made_fixed(const RateArguments& given) {
  const Arguments a("fixed", given, {"base_lr"});
  return FixedRate{a.number("base_lr")};
}
LearningRate made_step(const RateArguments& given) {
  const Arguments a("step", given, {"base_lr", "gamma", "step"});
  return StepRate{a.number("base_lr"), a.number("gamma"), a.number("step")};
}
LearningRate made_schedule(const RateArguments& given) {
  const Arguments a("schedule", given, {"base_lr", "gamma", "schedule"});
  return ScheduleRate{a.number("base_lr"), a.list_or_number("gamma"), a.list("schedule")};
}
LearningRate made_exp(const RateArguments& given) {
  const Arguments a("exp", given, {"base_lr", "gamma"});
  return ExpRate{a.number("base_lr"), a.number("gamma")};
}
LearningRate made_inv(const RateArguments& given) {
  const Arguments a("inv", given, {"base_lr", "gamma", "power"});
  return InvRate{a.number("base_lr"), a.number("gamma"), a.number("power")};
}
LearningRate made_poly(const RateArguments& given) {
  const Arguments a("poly", given, {"base_lr", "max_iter", "power"});
  return PolyRate{a.number("base_lr"), a.number("max_iter"), a.number("power")};
}
LearningRate made_sigmoid(const RateArguments& given) {
  const Arguments a("sigmoid", given, {"base_lr", "gamma", "step_size"});
  return SigmoidRate{a.number("base_lr"), a.number("gamma"), a.number("step_size")};
}
LearningRate made_provided(const RateArguments& given) {
  const Arguments a("provided", given, {"lr_placeholder"});
  return ProvidedRate{a.op("lr_placeholder")};
}

// Makers, in the order of `names`.
constexpr std::array<LearningRate (*)(const RateArguments&), names.size()> makers = {
    made_fixed, made_step, made_schedule, made_exp,
    made_inv,   made_poly, made_sigmoid,  made_provided};

}  // namespace

const char* LearningRate::name() const {
  return names[policy_.index()];
}

bool LearningRate::needs_iteration() const {
  return !std::holds_alternative<FixedRate>(policy_) &&
         !std::holds_alternative<ProvidedRate>(policy_);
}

void LearningRate::require_sound() const {
  if (const auto* step = std::get_if<StepRate>(&policy_)) {
    require_positive("step", "step", step->step);
  } else if (const auto* poly = std::get_if<PolyRate>(&policy_)) {
    require_positive("poly", "max_iter", poly->max_iter);
  } else if (const auto* schedule = std::get_if<ScheduleRate>(&policy_)) {
    require_schedule(*schedule);
  } else if (const auto* provided = std::get_if<ProvidedRate>(&policy_)) {
    const Op& op = provided->lr_placeholder;
    if (!op) fail("provided", "needs a rate", "no op", "a scalar op");
    if (!op.axes().empty()) fail("provided", "needs a scalar", op.axes().text(), "no axes");
  }
}

Op LearningRate::of(const Op& iteration) const {
  if (needs_iteration()) {
    const char* action =
        "set the optimizer's `iteration` to a placeholder that receives the iteration number";
    if (!iteration) fail(name(), "needs the iteration", "none", "a scalar op", action);
    if (!iteration.axes().empty()) {
      fail(name(), "needs a scalar iteration", iteration.axes().text(), "no axes", action);
    }
  }
  return std::visit([&](const auto& policy) { return rate(policy, iteration); }, policy_);
}

LearningRate learning_rate_from(const std::string& name, const RateArguments& arguments) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (name == names[i]) return makers[i](arguments);
  }
  fail(name, "is unknown", "'" + name + "'", listed({names.begin(), names.end()}));
}

}  // namespace ng::neon
