// SPDX-License-Identifier: Apache-2.0
// A random program: two computations that share state, and the arguments of three calls of each.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/documents/document.h"
#include "engine/ngraph.h"

namespace ng::fuzz {

inline constexpr std::size_t calls = 3;

struct RandomProgram {
  std::vector<Op> inference;  // results of a computation without effects
  std::vector<Op> training;   // results, derivatives and effects of another one
  std::vector<Op> placeholders;
  std::array<std::vector<Tensor>, calls> arguments;  // of the placeholders
};

// The computations that have results, as a document: "inference" and "training".
Document document_of(const RandomProgram& program);

}  // namespace ng::fuzz
