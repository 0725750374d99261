// SPDX-License-Identifier: Apache-2.0
// Measures the effect of a pass or of a pipeline: compiles a computation with and without it, and
// calls both programs with the same arguments and state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/records/pipeline_record.h"
#include "engine/session/transformer.h"

namespace ng {

struct PassCost {
  PipelineFigures with, without;
  double error = 0;  // between the results: |l - r| over |r| and the largest |r|
};

struct CostRequest {
  Op computation;
  std::string transformer = default_transformer();
  std::optional<std::vector<Tensor>> arguments;  // nullopt: only compiles
  std::vector<std::pair<std::uint64_t, Tensor>> state;
};

// Calls both programs in turn, so that other load on the machine affects both alike. `progress` of
// the options is also polled between calls; false cancels.
PassCost pipeline_cost(const CostRequest& request, const CompileOptions& with,
                       const CompileOptions& without);

// Throws a value Error for an unknown or a required pass.
PassCost pass_cost(const CostRequest& request, const CompileOptions& options,
                   const std::string& pass);

}  // namespace ng
