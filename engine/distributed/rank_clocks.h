// SPDX-License-Identifier: Apache-2.0
// The clocks of ranks, on several machines, compared with that of rank 0.
#pragma once

#include <chrono>
#include <vector>

#include "engine/runtime/ranks/communicator.h"

namespace ng {

// What to add to a time of each rank's steady clock, as of `begin`, to get rank 0's since its own
// `begin`. By the quickest of several messages there and back, as in Cristian 1989, "Probabilistic
// clock synchronization". A collective call; empty on ranks other than 0.
std::vector<std::chrono::nanoseconds> clock_differences(
    Communicator& world, std::chrono::steady_clock::time_point begin);

}  // namespace ng
