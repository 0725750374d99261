// SPDX-License-Identifier: Apache-2.0
// Ours against others: equal values first, then times, then rows of the report.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/peer.h"
#include "tests/bench/report.h"

namespace ng::bench {

// A comparison is worth nothing unless all compute the same: throws std::runtime_error when values
// differ by more than `tolerance` of theirs and a tenth of it besides.
void require_equal(const std::string& who, const std::vector<double>& theirs,
                   const std::vector<double>& ours, double tolerance = 1e-5);

Contender contender(Peer& peer, const std::string& what);

// The first contender is ours; a row for each of the others, or one without a peer.
void compare(const std::string& what, const std::vector<Contender>& contenders, int rounds,
             Report& report);

}  // namespace ng::bench
