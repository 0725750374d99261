// SPDX-License-Identifier: Apache-2.0
// Checks a random program: cpu is bit-identical on 1 and 3 threads, also when the threads share
// small kernels, and agrees with the reference within rounding, with all passes and with each
// disabled.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/fuzz/programs/recipe.h"

namespace ng::fuzz {

using Names = std::set<std::string>;

// Names of passes, of their rules and of program passes that may be disabled.
std::vector<std::string> optional_passes();

// Sets of passes to disable, one pass each.
std::vector<Names> each_pass_in_turn();
// One of these sets, chosen by the seed.
std::vector<Names> some_passes(std::uint64_t seed);

// Describes what is wrong with a recipe's program in one line; empty if it passes.
std::string fault(const Recipe& recipe, const std::vector<Names>& left_out);

// The same for another transformer: it agrees with the reference within rounding, and its runs in
// each order of threads are bit-identical.
std::string fault_on(const std::string& transformer, const Recipe& recipe);

}  // namespace ng::fuzz
