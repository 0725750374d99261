// SPDX-License-Identifier: Apache-2.0
// Random samples (semantics 2.7), the same on every backend: a sample depends on the seed, on how
// often the op has run, and on its position (kernels/philox.h). Seed and count are state, as that
// of variables: kept between runs, one for each transformer, saved in checkpoints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// Samples over x's axes, new ones at each run; x supplies nothing else, and gets the gradient d.
// Uniform in [low, high); normal around loc. Without a `state` the op gets one of its own; ops that
// share a state draw alike. Value Error for bounds that are no numbers, and for a negative scale.
Op uniform(const Operand& x, double low = 0, double high = 1, const std::optional<Op>& state = {});
Op normal(const Operand& x, double loc = 0, double scale = 1, const std::optional<Op>& state = {});
// By name: "uniform" or "normal", with their two numbers; value Error for other names.
Op random_samples(const std::string& distribution, const Operand& x, double first, double second);

// A state that starts the stream of `seed`, below 2^53: a persistent tensor of the seed and the
// number of runs. Assign it, or Transformer::set_value, to draw a stream again.
Op random_state(std::uint64_t seed, Operand::Where where = Operand::Where::current());
// Ops made from now on without a state of their own take the seeds that follow `seed`; the process
// starts at 0.
void seed_random(std::uint64_t seed);

// What the state holds after a run.
Value next_random_state(const Value& state);

extern const OpDef uniform_op, normal_op;

}  // namespace ng
