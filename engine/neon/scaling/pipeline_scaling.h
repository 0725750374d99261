// SPDX-License-Identifier: Apache-2.0
// Predicts the time of a call of a net that is cut into stages, from the measured steps of each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/analysis/cluster/pipeline_time.h"
#include "engine/neon/scaling/measured_rank.h"

namespace ng {

// Times in µs of a call.
struct PipelineScaling {
  int micro_batches = 1;
  double alone_us = 0;     // of one rank that computes the whole net
  PipelineTime time = {};  // of one rank of each stage
  int ranks = 1;

  // Work per time and rank, compared with one rank.
  double efficiency() const;
  // The part of the time that stages are without work, on average.
  double idle() const;
};

// As PassOptions::micro_batches 0: the largest divisor of a rank's batch up to twice the number of
// stages.
int default_micro_batches(const Document& document, const std::vector<MeshAxis>& axes);

// `axes`: of the ranks, with numbers; the last one are the stages. The program's options have the
// number of micro-batches. `progress` is called before each measurement with
// what follows and the fraction done. Errors of compiling and running; a cancelled Error.
PipelineScaling predicted_pipeline(
    const std::vector<MeshAxis>& axes, const Cluster& cluster, const ScaledProgram& program,
    const std::function<void(const std::string& what, double fraction)>& progress);

}  // namespace ng
