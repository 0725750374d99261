// SPDX-License-Identifier: Apache-2.0
// Where a result that is NaN or infinite comes from: the last calls are made again, from a copy of
// the state, by a program that stores every op.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/checkpoint.h"

namespace ng {

// Calls of a computation node to be made again, on a transformer of their own.
struct PastCalls {
  Op computation;
  std::string transformer;
  const Checkpoint& before;         // the state before call `first`
  std::int64_t first = 0, end = 0;  // from 0
  std::function<std::vector<Tensor>(std::int64_t call)> arguments;
};

struct FirstNonFinite {
  Value value;            // of a parameter or of an op
  std::int64_t call = 0;  // from 0
  std::int64_t element = 0;
};

// The first value of the first call that is NaN, or, unless `nan`, infinite: in the order in which
// the user's graph is computed, so none of its operands is. Nothing when no value is, or when the
// ops cannot be stored.
std::optional<FirstNonFinite> first_non_finite(const PastCalls& calls, bool nan);

enum class Odd { nan, infinite, either };

// Makes calls again with every op stored, on a transformer of its own. Errors of compiling.
class EveryOpCheck {
 public:
  EveryOpCheck(const Op& computation, const std::string& transformer);
  // The next call begins with this state.
  void take_state(const Checkpoint& state);
  void take_state(const Transformer& running);
  // Its first odd value, in the order of the user's graph.
  std::optional<FirstNonFinite> call(const std::vector<Tensor>& arguments, std::int64_t number,
                                     Odd odd);

 private:
  std::vector<Value> ops_;
  TransformerPtr transformer_;
  Computation computation_;
};

}  // namespace ng
