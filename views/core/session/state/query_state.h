// SPDX-License-Identifier: Apache-2.0
// Answers of background queries about the shown iteration.
#pragma once

#include <optional>
#include <vector>

#include "engine/records/debug_record.h"
#include "engine/records/element_record.h"
#include "engine/records/scaling_record.h"

namespace ng::views {

struct QueryState {
  bool querying = false;
  ComparisonRecordPtr comparison;
  BisectRecordPtr bisection;
  ScalingRecordPtr scaling;  // stays until the next one
  std::optional<KernelTrialRecord> kernelTrial;
  bool writesReproducers = false;  // only where the engine runs in this process
  std::vector<ElementEdit> edits;
  WhatIfRecordPtr whatIf;  // the results of the edits in the shown iteration
  bool explaining = false;
  ElementOriginPtr elementOrigin;
};

}  // namespace ng::views
