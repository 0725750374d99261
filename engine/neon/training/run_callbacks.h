// SPDX-License-Identifier: Apache-2.0
// Executes the callbacks of a plan: checkpoints and logs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/documents/run_plan_model.h"

namespace ng {

class TrainingRun;

class RunCallbacks {
 public:
  RunCallbacks() = default;
  // `path` is that of the document, whose folder holds the files.
  RunCallbacks(std::vector<PlanCallback> callbacks, std::string path)
      : callbacks_(std::move(callbacks)), path_(std::move(path)), kept_(callbacks_.size()) {}

  bool stops_at_non_finite() const;
  // Runs after an epoch and its evaluations: replaces checkpoints atomically, appends lines to
  // logs. All ranks call it, since they may exchange state; those that do not write give `writes`
  // as false. Throws system Errors, and bad_file Errors for links that point outside of the folder.
  void after_epoch(const TrainingRun& run, bool writes);
  // The run continues from `iteration` (0: from the start): lines of repeated calls are removed
  // from each log before the next line is appended.
  void resume_from(std::int64_t iteration) { kept_.assign(callbacks_.size(), iteration); }

 private:
  std::vector<PlanCallback> callbacks_;
  std::string path_;
  // Per callback: lines of a log up to this iteration are kept; nullopt once that is done.
  std::vector<std::optional<std::int64_t>> kept_;
};

}  // namespace ng
