// SPDX-License-Identifier: Apache-2.0
// The measured steps of one of several ranks, alone on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "engine/analysis/cluster/cluster_time.h"
#include "engine/neon/plan/run_overrides.h"

namespace ng::cli {

struct MeasuredRank {
  std::vector<ClusterStep> steps;
  bool computesWithWholes = false;  // along the first axis (cluster_time.h)
};

// Compiles the chosen computation for the ranks of `axes` (empty: one rank, not divided) with these
// lengths, and calls it. The steps have the medians of --calls calls, scaled to the median of as
// many calls whose steps are not timed one by one. Throws a cancelled Error after Ctrl+C.
MeasuredRank measureRank(const Arguments& arguments, const RunOverrides& lengths,
                         const std::vector<MeshAxis>& axes, const std::string& growing);

// The length of an axis of the document.
struct ScaledAxis {
  std::string name;
  std::int64_t length = 0;
  bool isBatch = false;
};
// Key Error if no input, variable or other value has the axis, or it has no length.
ScaledAxis axisNamed(const Arguments& arguments, const std::string& name);
// The lengths of the command line, with `length` for the axis.
RunOverrides lengthsWith(const Arguments& arguments, const ScaledAxis& axis, std::int64_t length);

}  // namespace ng::cli
