// SPDX-License-Identifier: Apache-2.0
// The recipe of a random program: plain numbers, so that any part of a recipe is a recipe too. This
// is how a failing one is reduced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ng::fuzz {

// The dtypes of a program's values.
enum class TypeMix { f32, f64, half, integers, all };

struct RecipeStep {
  std::size_t row = 0;     // index into program_rows()
  std::uint64_t seed = 0;  // for all choices of the row: operands, axes, attributes
  bool operator==(const RecipeStep&) const = default;
};

struct Recipe {
  std::uint64_t seed = 0;  // for initial values, arguments and the choice of results
  TypeMix types = TypeMix::f32;
  std::vector<std::int64_t> lengths;  // of the program's axes, in the order of axis_names
  std::int64_t most_elements = 0;     // per value
  std::int64_t most_products = 0;     // multiplications of a dot or convolution
  bool smooth = false;                // all sources are fed, with distinct values
  bool gradients = true;              // the training computation returns derivatives
  std::vector<RecipeStep> steps;
  bool operator==(const Recipe&) const = default;
};

// Axes of every program; "N" is a batch axis, "REC" a recurrent one.
inline constexpr const char* axis_names[] = {"A", "B", "C", "H", "N", "REC", "W"};

// Deterministic: the same recipe for the same seed and rows, on every machine.
Recipe random_recipe(std::uint64_t seed);

// "seed 7, float32, 9 steps, axes A 3, B 70 …"
std::string describe(const Recipe& recipe);

}  // namespace ng::fuzz
