// SPDX-License-Identifier: Apache-2.0
// A failing recipe made small, and its program written down.
#pragma once

#include <functional>
#include <string>

#include "tests/fuzz/programs/recipe.h"

namespace ng::fuzz {

// Steps are left out, axes shortened and types made plain as long as `fails` says so of the result.
Recipe reduced(Recipe recipe, const std::function<bool(const Recipe&)>& fails);

// Writes the program as C++ and as a document into `folder`, "program_SEED.cpp" and
// "program_SEED.ngraph". Returns the C++.
std::string write_program_files(const Recipe& recipe, const std::string& folder);

}  // namespace ng::fuzz
