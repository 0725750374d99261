// SPDX-License-Identifier: Apache-2.0
// Measured times of exchanges between the ranks of a communicator.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/runtime/ranks/communicator.h"

namespace ng {

struct ExchangeTime {
  std::int64_t bytes = 0;
  double microseconds = 0;  // median over calls of the slowest rank
};

// An all_reduce of float32 sums of several sizes, up to 4 MiB, started in the background and waited
// for, as programs do. A collective call, equal on all ranks; takes about a second.
std::vector<ExchangeTime> all_reduce_times(Communicator& world);

// The part of an exchange's time during which a rank computes: 1 if it computes at full speed, 0 if
// the exchange takes its core. A collective call, equal on all ranks; takes less than a second.
double measured_overlap(Communicator& world);

}  // namespace ng
