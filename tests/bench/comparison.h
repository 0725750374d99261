// SPDX-License-Identifier: Apache-2.0
// Compares our computations with peers: first the values, then the times, which become report rows.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/measure.h"
#include "tests/bench/peer.h"
#include "tests/bench/report.h"

namespace ng::bench {

// Throws std::runtime_error when an element of `ours` differs from `theirs` by more than
// `tolerance` * (|theirs| + 0.1).
void require_equal(const std::string& who, const std::vector<double>& theirs,
                   const std::vector<double>& ours, double tolerance = 1e-5);

Contender contender(Peer& peer, const std::string& what);

// The first contender is ours; adds a row for each other contender, or one row without a peer.
void compare(const std::string& what, const std::vector<Contender>& contenders, int rounds,
             Report& report);

}  // namespace ng::bench
