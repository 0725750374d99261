// SPDX-License-Identifier: Apache-2.0
// What a While of TensorFlow repeats: which of its values count iterations, stay the same, collect
// elements of a list, or are states; and how often it runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/frontends/tensorflow/node_scope.h"

namespace ng::tensorflow {

enum class LoopRole { invariant, counter, list, state };

struct LoopValue {
  LoopRole role = LoopRole::state;
  Endpoint result;                   // of the body, for a state; of a list, its element
  bool overwrites = false;           // a list whose element 0 is set by every iteration
  std::optional<std::size_t> index;  // else the counter at which an element is set
};

// The loop runs while a counter is below a limit.
struct LoopLimit {
  std::size_t counter = 0;
  std::optional<std::size_t> value;  // the limit is this value of the loop,
  std::int64_t constant = 0;         // or this
};

struct LoopPlan {
  std::vector<LoopValue> values;
  std::vector<LoopLimit> limits;  // the first that is reached ends the loop
};

// Null if the condition is not of this form, or the body uses lists in another way.
std::optional<LoopPlan> plan_of_loop(const FunctionDef& condition, const FunctionDef& body,
                                     const std::string& path);

}  // namespace ng::tensorflow
