// SPDX-License-Identifier: Apache-2.0
// What a pass is worth, or another pipeline: the same computation compiled both ways, called with
// the same arguments from the same state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/session/pipeline_record.h"
#include "engine/session/transformer.h"

namespace ng {

struct PassCost {
  PipelineFigures with, without;
  double error = 0;  // between the results: |l - r| over |r| and the largest |r|
};

struct CostRequest {
  Op computation;
  std::string transformer = "cpu";
  std::optional<std::vector<Tensor>> arguments;  // nothing: compiled only
  std::vector<std::pair<std::uint64_t, Tensor>> state;
};

// Calls of both take turns, so that what else the machine does meets both alike.
// `progress` of the options is asked between calls too: false cancels.
PassCost pipeline_cost(const CostRequest& request, const CompileOptions& with,
                       const CompileOptions& without);

// Refuses a pass that the program is wrong without, and one that there is not: value Errors.
PassCost pass_cost(const CostRequest& request, const CompileOptions& options,
                   const std::string& pass);

}  // namespace ng
