// SPDX-License-Identifier: Apache-2.0
// Reduces a failing recipe, and writes its program.
#pragma once

#include <functional>
#include <string>

#include "tests/fuzz/programs/recipe.h"

namespace ng::fuzz {

// Removes steps, shortens axes and simplifies dtypes as long as `fails` returns true for the
// result.
Recipe reduced(Recipe recipe, const std::function<bool(const Recipe&)>& fails);

// Writes the program as C++ and as a document into `folder`: "program_SEED.cpp" and
// "program_SEED.ngraph". Returns the C++.
std::string write_program_files(const Recipe& recipe, const std::string& folder);

}  // namespace ng::fuzz
