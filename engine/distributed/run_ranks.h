// SPDX-License-Identifier: Apache-2.0
// Runs a function on every rank of a simulated world.
#pragma once

#include <chrono>
#include <functional>

#include "engine/runtime/ranks/communicator.h"

namespace ng {

// For ranks that are threads: none can end unnoticed, and the others wait while one writes to a
// slow disk.
inline constexpr std::chrono::hours patience_of_threads(24);

// Calls `body` once per rank of a SimulatedWorld of `size` ranks, each on a thread of its own, and
// returns when all have returned. A rank that throws aborts the world; the first Error is thrown
// again, with the rank in its message ("rank 2: …").
void run_ranks(int size, const std::function<void(const CommunicatorPtr&)>& body,
               std::chrono::milliseconds timeout = std::chrono::minutes(1));

}  // namespace ng
