// SPDX-License-Identifier: Apache-2.0
// Random samples, equal on every backend: a sample depends on the seed, on how
// often the op has run, and on its position (kernels/philox.h). Seed and count are state like
// variables: kept between runs, one per transformer, saved in checkpoints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// Samples over x's axes, redrawn at each run; x provides only the axes, and gets the gradient d.
// Uniform in [low, high); normal with mean loc and standard deviation scale. Without a `state` the
// op gets its own; ops that share a state draw equal samples. Value Error for bounds that are not
// finite and for a negative scale.
Op uniform(const Operand& x, double low = 0, double high = 1, const std::optional<Op>& state = {});
Op normal(const Operand& x, double loc = 0, double scale = 1, const std::optional<Op>& state = {});
// By name: "uniform" or "normal", with its two parameters; value Error for other names.
Op random_samples(const std::string& distribution, const Operand& x, double first, double second);

// A state that starts the stream of `seed`, below 2^53: a persistent tensor of the seed and the
// number of runs. Assign it, or call Transformer::set_value, to repeat a stream.
Op random_state(std::uint64_t seed, Operand::Where where = Operand::Where::current());
// Sets the seed of the next op that gets a state of its own; further ops use the following seeds.
// Initially 0.
void seed_random(std::uint64_t seed);

// The value of the state after a run.
Value next_random_state(const Value& state);

extern const OpDef uniform_op, normal_op;

}  // namespace ng
