// SPDX-License-Identifier: Apache-2.0
// A random program: two computations that share state, and what is fed to three calls of each.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/ngraph.h"
#include "engine/session/document.h"

namespace ng::fuzz {

inline constexpr std::size_t calls = 3;

struct RandomProgram {
  std::vector<Op> inference;  // results of a computation that changes nothing
  std::vector<Op> training;   // results, derivatives and effects of another
  std::vector<Op> placeholders;
  std::array<std::vector<Tensor>, calls> arguments;  // of the placeholders
};

// Its computations as a document: "inference" and "training", those that have results.
Document document_of(const RandomProgram& program);

}  // namespace ng::fuzz
