// SPDX-License-Identifier: Apache-2.0
// Bisects the pipeline: compiles a computation with only a prefix of the optional passes to find
// the pass that makes its results wrong or its program slow.
#pragma once

#include "engine/analysis/compare/compare_transformers.h"
#include "engine/session/compile_options.h"

namespace ng {

struct BisectRequest {
  Op computation;
  std::string transformer = default_transformer();
  CompileOptions options;  // progress reports the trials and may cancel them
  std::vector<Tensor> arguments;
  std::vector<std::pair<std::uint64_t, Tensor>> state;
  double tolerance = 1e-6;  // on |l - r| relative to |r| and the largest |r|, against the reference
  double slower = 0;        // e.g. 1.2: bisects call time instead of the error
};

// Finds the first pass with which the results differ by more than `tolerance`. Errors are bisected,
// since a wrong result stays wrong. Times are measured for every pass; the culprit is the first
// pass that makes a call `slower` times as long as the passes before it.
BisectRecord bisect_passes(const BisectRequest& request);

}  // namespace ng
