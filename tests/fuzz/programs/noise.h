// SPDX-License-Identifier: Apache-2.0
// The reference with rounding errors at random, as Monte Carlo arithmetic has them (Parker 1997):
// how far results move with them is how far two right implementations may be apart.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "engine/session/compile.h"

namespace ng::fuzz {

// Options of the reference transformer. Floats are kept in double, integers are rounded as their
// types ask. With a `seed` other than 0 every op that rounds moves its results by some units in the
// last place of their type, and sums, products and convolutions their terms too. Ops that only move
// or compare move nothing, and what follows from sources by such ops alone is exact.
// Passes and rules that are `left_out` are left out here too. Compile with the options before they
// are asked for again.
CompileOptions noisy(std::uint64_t seed, const std::set<std::string>& left_out = {});

}  // namespace ng::fuzz
