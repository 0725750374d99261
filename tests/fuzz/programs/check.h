// SPDX-License-Identifier: Apache-2.0
// What must hold for a random program: cpu computes the same bits on 1 and 3 threads, also when
// the threads share small kernels too, and what the reference computes within rounding, with all
// passes and with each left out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/fuzz/programs/recipe.h"

namespace ng::fuzz {

using Names = std::set<std::string>;

// Names of passes, of their rules and of program passes, each of which may be switched off.
std::vector<std::string> optional_passes();

// Sets of passes to leave out, besides none.
std::vector<Names> each_pass_in_turn();
// One of the above, another one for the next seed.
std::vector<Names> some_passes(std::uint64_t seed);

// What is wrong with the program of a recipe, in a line; empty: nothing.
std::string fault(const Recipe& recipe, const std::vector<Names>& left_out);

}  // namespace ng::fuzz
