// SPDX-License-Identifier: Apache-2.0
// What a plan asks to be done beside the calls of its run.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/run_plan_model.h"

namespace ng {

class TrainingRun;

class RunCallbacks {
 public:
  RunCallbacks() = default;
  // Of a document at `path`; its folder holds the files.
  RunCallbacks(std::vector<PlanCallback> callbacks, std::string path)
      : callbacks_(std::move(callbacks)), path_(std::move(path)) {}

  bool stops_at_non_finite() const;
  // After an epoch and its evaluations: checkpoints replaced whole, lines added to logs. The log of
  // a run from the start begins anew. System Errors, bad_file Errors for links out of the folder.
  void after_epoch(const TrainingRun& run);
  // The run goes on from elsewhere: lines of calls that it makes again leave a log before the next
  // line is added.
  void restored() { logs_run_ahead_ = true; }

 private:
  std::vector<PlanCallback> callbacks_;
  std::string path_;
  bool logs_run_ahead_ = false;
};

}  // namespace ng
