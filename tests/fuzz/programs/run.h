// SPDX-License-Identifier: Apache-2.0
// Runs a random program: three rounds of training and inference on one transformer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/fuzz/programs/program.h"

namespace ng::fuzz {

// All that a program shows, in order: after each call the results, and what the state holds.
struct Outcome {
  struct Shown {
    std::string name;             // "call 0, training, result 2", the same for every run
    std::optional<Tensor> value;  // none of state that this way of running does not need
  };
  std::vector<Shown> shown;
};

// Errors as the engine throws them.
Outcome run(const RandomProgram& program, const std::string& transformer,
            const CompileOptions& options);

// The first thing that differs in its bytes; empty: none.
std::string byte_difference(const Outcome& a, const Outcome& b);

// Elements of `found` farther from `expected` than the largest distance of any of `samples` from
// it, twice. Not finite ones must be the same unless samples differ in them.
std::string difference(const Outcome& found, const Outcome& expected,
                       const std::vector<Outcome>& samples);

}  // namespace ng::fuzz
