// SPDX-License-Identifier: Apache-2.0
// The reference with random rounding errors, as in Monte Carlo arithmetic (Parker 1997): the spread
// of the results is how far two correct implementations may differ.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "engine/session/compile.h"
#include "engine/session/compile_options.h"

namespace ng::fuzz {

// Compile options for the reference transformer. Floats are kept in double, integers are rounded as
// their dtypes require. With a non-zero `seed` every rounding op perturbs its results by some ULP
// of their dtype, and sums, matmuls and convolutions perturb their terms too. Ops that only move or
// compare values perturb nothing, and values computed from sources by such ops only are exact.
// Passes and rules in `left_out` are disabled. Compile with the returned options before the next
// call of this function.
CompileOptions noisy(std::uint64_t seed, const std::set<std::string>& left_out = {});

// Compile options for the reference transformer with the one rule that removes an overflow: log(exp
// x) -> x.
CompileOptions without_overflow_of_exp();

// Compile options for the reference transformer whose results are NaN where they are unspecified
// (unspecified.h).
CompileOptions without_unspecified(const std::set<std::string>& left_out = {});

}  // namespace ng::fuzz
