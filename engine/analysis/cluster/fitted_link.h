// SPDX-License-Identifier: Apache-2.0
// The latency and bandwidth that explain measured exchanges.
#pragma once

#include <cstdint>
#include <span>

#include "engine/analysis/cluster/collective_cost.h"

namespace ng {

struct MeasuredExchange {
  std::int64_t bytes = 0;
  double microseconds = 0;  // > 0
};

// Least squares of relative errors of exchange_cost() for the all_reduces of `ranks` ranks (at
// least 2) on one node. The time of sums becomes part of the bandwidth. Value Error for fewer than
// two sizes.
Link fitted_link(std::span<const MeasuredExchange> measured, int ranks);

}  // namespace ng
