// SPDX-License-Identifier: Apache-2.0
// Which pass is to blame: a computation is compiled with the passes up to one and none of the
// optional ones behind it, until it is known which makes the results wrong or the program slow.
#pragma once

#include "engine/session/compare_transformers.h"

namespace ng {

struct BisectRequest {
  Op computation;
  std::string transformer = "cpu";
  CompileOptions options;  // progress is told of the trials, and may cancel them
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;
  double tolerance = 1e-6;  // of |l - r| over |r| and the largest |r|, against the reference
  double slower = 0;        // e.g. 1.2: looks for time instead, lost from one pass to the next
};

// The culprit is the first pass with which the results differ by more than `tolerance`: found by
// halving, as what is wrong stays wrong. Of time every pass is tried, and the first that makes a
// call `slower` times as long as the passes before it is named.
BisectRecord bisect_passes(const BisectRequest& request);

}  // namespace ng
