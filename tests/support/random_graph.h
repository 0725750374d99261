// SPDX-License-Identifier: Apache-2.0
// Small graphs at random, for comparing what must agree. A recipe is a list of plain numbers, so
// any part of it is a recipe again: that is how a failing one is made small.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace ng {

struct RecipeStep {
  int kind = 0;      // which op
  int x = 0, y = 0;  // which of the values so far, counted back from the last
  int choice = 0;    // axes, slices and the like
};
using Recipe = std::vector<RecipeStep>;

struct RandomGraph {
  std::vector<Op> results;  // the last value, its loss, and the loss's derivative by each leaf
  std::vector<Op> updates;  // of each variable, by the last value that has its axes
  FeedDict feeds;           // of the leaves that are placeholders; the others are variables
  std::string text;         // as a C++ test would write it
};

// The same recipe for the same seed, on every machine.
Recipe random_recipe(std::uint32_t seed, int steps);
// Steps that do not fit the values so far are passed over.
RandomGraph make_graph(const Recipe& recipe);

}  // namespace ng
