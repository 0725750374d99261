// SPDX-License-Identifier: Apache-2.0
// Orders the steps of a program on several ranks so that it computes while values are on the way.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Divides each all_reduce, all_gather and reduce_scatter into a step that starts it as soon as its
// operand exists, and one that finishes it when no other work is left that does not need its
// result. Small ones (of up to `small_exchange` bytes) of the same kind, group and type are started
// together, up to `bucket_bytes`: each exchange costs a latency, and gradients come in many small
// arrays. At most `most_on_the_way` bytes are on their way, which takes memory. Of gathers of
// state, such as weights in parts, one at a time is on its way, while the steps before its first
// reader run. All ranks have the same program, so that they start the same exchanges in the same
// order.
void start_exchanges_early(Program& program);

constexpr std::int64_t small_exchange = 1 << 16, bucket_bytes = 1 << 22;
constexpr std::int64_t most_on_the_way = 1 << 26;

}  // namespace ng
