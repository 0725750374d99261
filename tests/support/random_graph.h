// SPDX-License-Identifier: Apache-2.0
// Random small graphs for comparing backends and passes. A recipe is a list of plain numbers, so
// any part of it is a recipe too: this is how a failing one is reduced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ngraph.h"

namespace ng {

struct RecipeStep {
  int kind = 0;      // index of the op
  int x = 0, y = 0;  // existing values, counted back from the last
  int choice = 0;    // selects axes, slices and similar arguments
};
using Recipe = std::vector<RecipeStep>;

struct RandomGraph {
  std::vector<Op> results;  // the last value, its loss, and the loss's derivative by each leaf
  std::vector<Op> updates;  // of each variable, with the last value that has its axes
  FeedDict feeds;           // for leaves that are placeholders; the others are variables
  std::string text;         // as a C++ test would write it
};

// Deterministic: the same recipe for the same seed on every machine.
Recipe random_recipe(std::uint32_t seed, int steps);
// Steps that do not fit the existing values are skipped. `batch`: the length of a batch axis N of
// some inputs and state; 0: without one.
RandomGraph make_graph(const Recipe& recipe, std::int64_t batch = 0);

}  // namespace ng
