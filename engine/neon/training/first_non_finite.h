// SPDX-License-Identifier: Apache-2.0
// Finds the origin of a non-finite result by repeating the last calls from a copy of the state with
// a program that stores every op.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/documents/checkpoint.h"

namespace ng {

// Calls of a computation to repeat on a transformer of their own.
struct PastCalls {
  Op computation;
  std::string transformer;
  const Checkpoint& before;         // state before call `first`
  std::int64_t first = 0, end = 0;  // counted from 0
  std::function<std::vector<Tensor>(std::int64_t call)> arguments;
};

struct FirstNonFinite {
  Value value;            // value of a parameter or an op
  std::int64_t call = 0;  // counted from 0
  std::int64_t element = 0;
};

// The first value of the first call that is NaN (or infinite, unless `nan`), in the computation
// order of the user's graph: its operands are all finite. nullopt if there is none, or if the ops
// cannot be stored.
std::optional<FirstNonFinite> first_non_finite(const PastCalls& calls, bool nan);

enum class NonFiniteKind { nan, infinite, either };

// Repeats calls with every op stored, on a transformer of its own. Throws compilation errors.
class EveryOpCheck {
 public:
  EveryOpCheck(const Op& computation, const std::string& transformer);
  // Sets the state for the next call.
  void take_state(const Checkpoint& state);
  void take_state(const Transformer& running);
  // The first non-finite value of the call, in the order of the user's graph.
  std::optional<FirstNonFinite> call(const std::vector<Tensor>& arguments, std::int64_t number,
                                     NonFiniteKind kind);

 private:
  std::vector<Value> ops_;
  TransformerPtr transformer_;
  Computation computation_;
};

}  // namespace ng
