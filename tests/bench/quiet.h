// SPDX-License-Identifier: Apache-2.0
// Whether anything else runs on this machine: then figures say nothing about the program measured.
#pragma once

namespace ng::bench {

// Rests for 2 ms, so that the contender before has come to rest too: peers in processes of their
// own are stopped, our own helpers sleep. Then says whether the processors that the next contender
// needs are free: no more other threads want to run than there are processors left over.
bool rest();

// Of the rounds so far, how many were measured and how many of them beside other work.
struct Rounds {
  int all = 0, disturbed = 0;
};
Rounds& rounds_so_far();

}  // namespace ng::bench
