// SPDX-License-Identifier: Apache-2.0
// Detects other load on the machine, which makes measurements meaningless.
#pragma once

namespace ng::bench {

// Sleeps for 2 ms, so that the previous contender is idle: peers in other processes are stopped,
// our own workers sleep. Then returns true if enough processors are free for the next contender:
// the number of other runnable threads plus our threads is at most the number of processors.
bool rest();

// The number of rounds so far, and of those measured under other load.
struct Rounds {
  int all = 0, disturbed = 0;
};
Rounds& rounds_so_far();

}  // namespace ng::bench
