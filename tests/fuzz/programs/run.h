// SPDX-License-Identifier: Apache-2.0
// Runs a random program: three rounds of training and inference on one transformer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/fuzz/programs/program.h"

namespace ng::fuzz {

// Everything a program shows, in order: after each call the results and the state.
struct Outcome {
  struct Shown {
    std::string name;             // "call 0, training, result 2", the same in every run
    std::optional<Tensor> value;  // nullopt for state that this transformer does not allocate
  };
  std::vector<Shown> shown;
};

// Throws the engine's errors.
Outcome run(const RandomProgram& program, const std::string& transformer,
            const CompileOptions& options);

// Names the first value whose bytes differ; empty if none does.
std::string byte_difference(const Outcome& a, const Outcome& b);

// Names the first element of `found` that is more than twice as far from `expected` as any of
// `samples`; empty if none is. Non-finite elements must be equal unless samples differ in them.
std::string difference(const Outcome& found, const Outcome& expected,
                       const std::vector<Outcome>& samples);

}  // namespace ng::fuzz
