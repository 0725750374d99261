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

}  // namespace ng
