// SPDX-License-Identifier: Apache-2.0
// The measured steps of one of several ranks, alone on this machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/analysis/cluster/cluster_time.h"
#include "engine/documents/document.h"
#include "engine/session/compile_options.h"

namespace ng {

// What is measured.
struct ScaledProgram {
  // The document with this length of the axis, and a plan for its computation (calls_only).
  std::function<Document(std::int64_t length)> with_length;
  std::string transformer = "cpu";                          // not one that runs on a device
  CompileOptions options = {};                              // without ranks
  std::int64_t calls = 20;                                  // measured of each program
  std::shared_ptr<const std::atomic<bool>> cancelled = {};  // or null
};

struct MeasuredRank {
  std::vector<ClusterStep> steps;
  bool computes_with_wholes = false;  // along the axis `growing` (cluster_time.h)
};

// Compiles the computation for the ranks of `axes` (empty: one rank, not divided), of which it
// measures the first one of `stage`, with this length
// of the axis `growing`, and calls it. The steps have the medians of the calls, scaled to the
// median of as many calls whose steps are not timed one by one. Throws a cancelled Error.
MeasuredRank measured_rank(const ScaledProgram& program, const std::vector<MeshAxis>& axes,
                           const std::string& growing, std::int64_t length, int stage = 0);

// The document with a plan of nothing but calls: evaluations and callbacks are not measured, and
// data of evaluations may not have the lengths of the calls.
Document calls_only(Document document);

}  // namespace ng
