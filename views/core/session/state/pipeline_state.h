// SPDX-License-Identifier: Apache-2.0
// Which passes and rules a compilation runs, in which order, and trials of their effect.
#pragma once

#include <QString>
#include <vector>

#include "engine/records/pipeline_record.h"

namespace ng::views {

struct PipelineState {
  PipelineChoice pipeline;     // that the newest compilation was asked to run
  QString refused;             // why the last choice was refused; empty: it was not
  QString undoName, redoName;  // "Disable fuse"; empty: nothing to undo or redo
  bool trying = false;
  std::vector<PipelineTrialRecord> trials;
};

}  // namespace ng::views
