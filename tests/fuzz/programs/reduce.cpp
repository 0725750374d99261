// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/programs/reduce.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/base/error.h"
#include "engine/documents/export_program.h"
#include "tests/fuzz/programs/builder.h"

namespace ng::fuzz {
namespace {

// Every recipe that is one change smaller, the largest changes first.
std::vector<Recipe> smaller(const Recipe& recipe) {
  std::vector<Recipe> all;
  const std::size_t count = recipe.steps.size();
  for (std::size_t size = std::max<std::size_t>(count / 2, 1); size >= 1; size /= 2) {
    for (std::size_t first = 0; first + size <= count; first += size) {
      Recipe less = recipe;
      const auto begin = less.steps.begin() + static_cast<std::ptrdiff_t>(first);
      less.steps.erase(begin, begin + static_cast<std::ptrdiff_t>(size));
      all.push_back(std::move(less));
    }
  }
  if (recipe.gradients) {
    all.push_back(recipe);
    all.back().gradients = false;
  }
  if (recipe.types != TypeMix::f32) {
    all.push_back(recipe);
    all.back().types = TypeMix::f32;
  }
  for (std::size_t i = 0; i < recipe.lengths.size(); ++i) {
    for (const std::int64_t length :
         {std::int64_t{2}, recipe.lengths[i] / 2, recipe.lengths[i] - 1}) {
      if (length >= recipe.lengths[i] || length < 1) continue;
      all.push_back(recipe);
      all.back().lengths[i] = length;
    }
  }
  return all;
}

}  // namespace

Recipe reduced(Recipe recipe, const std::function<bool(const Recipe&)>& fails) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Recipe& less : smaller(recipe)) {
      if (!fails(less)) continue;
      recipe = std::move(less);
      changed = true;
      break;
    }
  }
  return recipe;
}

std::string write_program_files(const Recipe& recipe, const std::string& folder) {
  Document document = document_of(make_program(recipe));
  document.description = describe(recipe);
  const std::string stem = folder + "/program_" + std::to_string(recipe.seed);
  save_document(document, stem + ".ngraph");
  try {
    export_program(load_document(stem + ".ngraph"), stem + ".cpp");
  } catch (const Error& error) {  // some ops can only be created by the compiler
    return stem + ".ngraph; no C++: " + error.what();
  }
  std::ifstream file(stem + ".cpp");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace ng::fuzz
