// SPDX-License-Identifier: Apache-2.0
// What a random program is made from: plain numbers, so that any part of a recipe is a recipe too.
// That is how a failing one is reduced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ng::fuzz {

// The element types that values of a program have.
enum class TypeMix { f32, f64, half, integers, all };

struct RecipeStep {
  std::size_t row = 0;     // of program_rows()
  std::uint64_t seed = 0;  // of all that the row chooses: operands, axes, attributes
  bool operator==(const RecipeStep&) const = default;
};

struct Recipe {
  std::uint64_t seed = 0;  // of initial values, arguments and what is returned
  TypeMix types = TypeMix::f32;
  std::vector<std::int64_t> lengths;  // of the program's axes, in the order of axis_names
  std::int64_t most_elements = 0;     // of a value
  std::int64_t most_products = 0;     // multiplications of a dot or convolution
  bool smooth = false;                // all sources are fed, with numbers that have no ties
  bool gradients = true;              // the training computation returns derivatives
  std::vector<RecipeStep> steps;
  bool operator==(const Recipe&) const = default;
};

// Axes that every program has; "N" is a batch axis, "REC" a recurrent one.
inline constexpr const char* axis_names[] = {"A", "B", "C", "H", "N", "REC", "W"};

// The same recipe for the same seed and rows, on every machine.
Recipe random_recipe(std::uint64_t seed);

// "seed 7, float32, 9 steps, axes A 3, B 70 …"
std::string describe(const Recipe& recipe);

}  // namespace ng::fuzz
