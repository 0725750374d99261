// SPDX-License-Identifier: Apache-2.0
// Checks of a communicator's collectives against plain loops over the values of all ranks, which
// every rank knows. For simulated worlds and for MPI.
#pragma once

#include <cstdint>
#include <string>

#include "engine/runtime/ranks/communicator.h"

namespace ng::testing {

// Runs all_reduce, its background form and reduce_scatter of `count` elements; empty if every bit
// is as expected. A collective call.
std::string reduction_difference(Communicator& communicator, std::int64_t count, DType dtype,
                                 kernel::Combine combine);

// The same for all_gather, broadcast from each root, send and receive in a ring and barrier.
std::string movement_difference(Communicator& communicator, std::int64_t bytes);

}  // namespace ng::testing
