// SPDX-License-Identifier: Apache-2.0
// What the values of a while are: the loops that lax.scan and lax.fori_loop of JAX write count, and
// fill a list element by element.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/frontends/stablehlo/scalar_evaluator.h"

namespace ng::stablehlo {

enum class LoopRole {
  state,      // a value that each iteration replaces
  invariant,  // the same in all iterations
  counter,    // an integer that grows by `step`
  list        // each iteration replaces one row, and all of them are replaced
};

struct LoopValue {
  LoopRole role = LoopRole::state;
  double step = 0;        // of a counter
  bool reversed = false;  // a list that is filled from its end
};

struct LoopPlan {
  std::vector<LoopValue> values;
  std::optional<std::int64_t> trips = {};  // none: computed when the program runs
  std::optional<std::int64_t> most = {};   // then the most that a counter allows; none: no bound
};

// `initial`: values before the loop that are known. `outside`: scalars that the regions read.
LoopPlan plan_loop(const Module& module, const Operation& loop,
                   const ScalarEvaluator::Arguments& initial,
                   const ScalarEvaluator::Outside& outside);

}  // namespace ng::stablehlo
