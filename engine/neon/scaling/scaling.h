// SPDX-License-Identifier: Apache-2.0
// Predicts the time of a call on 1 to 16,384 ranks from the measured steps of one rank.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/analysis/cluster/collective_cost.h"
#include "engine/neon/plan/run_overrides.h"
#include "engine/neon/scaling/measured_rank.h"
#include "engine/records/scaling_record.h"

namespace ng {

// An axis of a document.
struct ScaledAxis {
  std::string name;
  std::int64_t length = 0;
  bool is_batch = false;
};
// Key Error if no input, variable or other value has the axis, or it has no length.
ScaledAxis scaled_axis(const Document& document, const std::string& name);
// Gives the axis this length.
void set_length(RunOverrides& lengths, const ScaledAxis& axis, std::int64_t length);

struct ScalingRequest {
  ScaledAxis axis;             // that is divided among more and more ranks
  std::vector<MeshAxis> axes;  // of the mesh; this one without a number
  std::vector<int> ranks;      // multiples of the numbers' product; empty: its powers of two
  // The axis grows with its ranks; else the whole stays.
  bool weak = false;
  Cluster cluster = {};
};

// The name of the axis without a number. Value Error unless it is exactly one.
std::string growing_axis(const std::vector<MeshAxis>& axes);
// The product of the others' numbers.
int fixed_ranks(const std::vector<MeshAxis>& axes);

// `progress` is called before each row with what follows and the fraction done. Errors of compiling
// and running; a cancelled Error.
ScalingRecord predicted_scaling(
    const ScalingRequest& request, const ScaledProgram& program,
    const std::function<void(const std::string& what, double fraction)>& progress);

}  // namespace ng
