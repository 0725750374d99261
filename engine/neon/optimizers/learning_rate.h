// SPDX-License-Identifier: Apache-2.0
// Learning-rate policies: constants and functions of the iteration.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/graph/op.h"

namespace ng::neon {

// `it` is the iteration, counted from 0 by the caller who feeds it.
struct FixedRate {  // base_lr
  double base_lr = 0;
};
struct StepRate {  // base_lr gamma^(it // step)
  double base_lr = 0, gamma = 0, step = 1;
};
struct ScheduleRate {  // base_lr times the gammas of all points of the schedule up to `it`
  double base_lr = 0;
  std::vector<double> gamma;  // one for all points, or one per point
  std::vector<double> schedule;
};
struct ExpRate {  // base_lr gamma^it
  double base_lr = 0, gamma = 0;
};
struct InvRate {  // base_lr (1 + gamma it)^-power
  double base_lr = 0, gamma = 0, power = 1;
};
struct PolyRate {  // base_lr (1 - it/max_iter)^power, 0 from max_iter on
  double base_lr = 0, max_iter = 1, power = 1;
};
struct SigmoidRate {  // base_lr / (1 + exp(-gamma (it - step_size)))
  double base_lr = 0, gamma = 0, step_size = 0;
};
struct ProvidedRate {  // a scalar op, such as a placeholder fed by each call
  Op lr_placeholder;
};
using RatePolicy = std::variant<FixedRate, StepRate, ScheduleRate, ExpRate, InvRate, PolyRate,
                                SigmoidRate, ProvidedRate>;

// A learning rate: any policy or a number.
class LearningRate {
 public:
  LearningRate(double rate) : policy_(FixedRate{rate}) {}  // NOLINT: a number is a fixed rate
  // Throws a value Error if the gammas of a schedule do not match its points, and for a step or
  // max_iter that is not positive.
  template <class Policy>
    requires std::is_constructible_v<RatePolicy, Policy>
  LearningRate(Policy policy) : policy_(std::move(policy)) {  // NOLINT
    require_sound();
  }

  const RatePolicy& policy() const { return policy_; }
  const char* name() const;  // "schedule"
  bool needs_iteration() const;
  // The rate as a scalar op. `iteration` is a scalar op; throws a value Error if the policy needs
  // it and it is null.
  Op of(const Op& iteration) const;

 private:
  void require_sound() const;
  RatePolicy policy_;
};

// Arguments of a policy, by the field names above.
using RateArgument = std::variant<double, std::vector<double>, Op>;
using RateArguments = std::map<std::string, RateArgument>;

// The policy called `name`: fixed, step, schedule, exp, inv, poly, sigmoid or provided. Throws a
// value Error for another name and for arguments that are missing, unknown or of the wrong type.
LearningRate learning_rate_from(const std::string& name, const RateArguments& arguments);

}  // namespace ng::neon
