// SPDX-License-Identifier: Apache-2.0
// Cuts a sequence of ops into stages of about equal cost.
#pragma once

#include <cstddef>
#include <vector>

namespace ng {

// One op of the sequence.
struct StageItem {
  double cost = 0;          // of computing it
  double cut_cost = 0;      // of a cut before it: the values that then pass between two stages
  int first = 0, last = 0;  // stages in which it may be
};

// The stage of each item, from 0 and never falling, so that no stage is empty, unless stages
// `may_be_empty`, and the most expensive stage, with the cut before it, is as cheap as possible; of
// thousands of items, approximately. Empty: impossible.
std::vector<int> balanced_stages(const std::vector<StageItem>& items, int stages,
                                 bool may_be_empty = false);

}  // namespace ng
