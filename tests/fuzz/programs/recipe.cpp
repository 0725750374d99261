// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/recipe.h"

#include <iterator>

#include "tests/fuzz/programs/draws.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

std::int64_t random_length(Draws& draws) {
  const std::int64_t kind = draws.below(100);
  if (kind < 3) return 0;
  if (kind < 12) return 1;
  if (kind < 60) return draws.within(2, 9);
  return draws.within(10, 70);
}

TypeMix random_types(Draws& draws) {
  const std::int64_t kind = draws.below(100);
  if (kind < 55) return TypeMix::f32;
  if (kind < 65) return TypeMix::f64;
  if (kind < 75) return TypeMix::half;
  if (kind < 88) return TypeMix::integers;
  return TypeMix::all;
}

constexpr const char* type_names[] = {"float32", "float32 and float64", "float32 and 16 bits",
                                      "float32 and integers", "all types"};

}  // namespace

Recipe random_recipe(std::uint64_t seed) {
  Draws draws(mixed(seed, 1));
  Recipe recipe;
  recipe.seed = seed;
  recipe.types = random_types(draws);
  for (std::size_t i = 0; i < std::size(axis_names); ++i)
    recipe.lengths.push_back(random_length(draws));
  recipe.most_elements = 4096;
  recipe.most_products = 300'000;
  recipe.gradients = draws.chance(75);
  std::int64_t steps = draws.within(2, 12);
  if (draws.chance(8)) {  // values and matmuls large enough to be parallelized
    recipe.most_elements = 200'000;
    recipe.most_products = 2'500'000;
    recipe.lengths[static_cast<std::size_t>(draws.below(2))] = draws.within(200, 1500);
    recipe.lengths[2] = draws.within(60, 200);
    steps = draws.within(1, 4);
  }
  const auto rows = static_cast<std::int64_t>(program_rows().size());
  for (std::int64_t i = 0; i < steps; ++i) {
    recipe.steps.push_back({static_cast<std::size_t>(draws.below(rows)), draws.bits()});
  }
  return recipe;
}

std::string describe(const Recipe& recipe) {
  std::string text = "seed " + std::to_string(recipe.seed) + ", " +
                     type_names[static_cast<int>(recipe.types)] + ", axes";
  for (std::size_t i = 0; i < recipe.lengths.size(); ++i)
    text += std::string(i ? ", " : " ") + axis_names[i] + " " + std::to_string(recipe.lengths[i]);
  text += recipe.gradients ? ", with gradients" : "";
  text += "; steps:";
  for (const RecipeStep& step : recipe.steps)
    text += " " + std::string(program_rows()[step.row].op);
  return text;
}

}  // namespace ng::fuzz
