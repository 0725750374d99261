// SPDX-License-Identifier: Apache-2.0
// Orders the steps of a program on several ranks so that it computes while values are on the way.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Divides each all_reduce into a step that starts it as soon as its operand exists, and one that
// finishes it when no other work is left that does not need its result. Small ones (of up to
// `small_exchange` bytes) of the same group and type are started together, up to `bucket_bytes`:
// each exchange costs a latency, and gradients come in many small arrays. All ranks have the same
// program, so that they start the same exchanges in the same order.
void overlap_all_reduces(Program& program);

constexpr std::int64_t small_exchange = 1 << 16, bucket_bytes = 1 << 22;

}  // namespace ng
