// SPDX-License-Identifier: Apache-2.0
// What a plan asks to be done beside the calls of its run.
#pragma once

#include <cstdint>
#include <optional>
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
      : callbacks_(std::move(callbacks)), path_(std::move(path)), kept_(callbacks_.size()) {}

  bool stops_at_non_finite() const;
  // After an epoch and its evaluations: checkpoints replaced whole, lines added to logs. System
  // Errors, bad_file Errors for links out of the folder.
  void after_epoch(const TrainingRun& run);
  // The run goes on from `iteration`, 0 for the start: lines of calls that it makes again leave
  // each log before the next line is added.
  void goes_on_from(std::int64_t iteration) { kept_.assign(callbacks_.size(), iteration); }

 private:
  std::vector<PlanCallback> callbacks_;
  std::string path_;
  // By callback: the lines of a log up to this iteration stay; nothing once that is seen to.
  std::vector<std::optional<std::int64_t>> kept_;
};

}  // namespace ng
