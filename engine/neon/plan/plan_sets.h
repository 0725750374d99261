// SPDX-License-Identifier: Apache-2.0
// Data sets of a plan: loaded once, fed batch by batch.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/documents/document.h"
#include "engine/neon/plan/class_axes.h"
#include "engine/neon/plan/plan_place.h"
#include "engine/neon/plan/plan_source.h"

namespace ng {

// The sets that have been loaded.
struct LoadedSets {
  std::map<std::string, std::int64_t> samples;  // of the first part, by the set's name
  std::vector<Diagnostic> notes;                // about sets that are synthetic in place of files
};

class PlanSets {
 public:
  // Refuses unknown generators.
  PlanSets(const Document& document, const RunPlan& plan);

  // Whether the first word of "digits.train.image" names one of these sets.
  bool has(const std::string& reference) const;
  // Source for a reference "set.part.array". The placeholder's batch axis determines the batch
  // size, its recurrent axis the window length of texts; numbers in the plan must agree. Throws
  // bad_file Errors for other numbers and unknown parts and arrays; when loading, also for invalid
  // files, fewer samples than a batch, samples of another shape, and indices beyond the end of one
  // of `classes`.
  PlannedSource source(const std::string& reference, const Op& parameter,
                       const std::vector<ClassAxis>& classes, const PlanPlace& place) const;
  LoadedSets loaded() const;

 private:
  struct Set;
  std::map<std::string, std::shared_ptr<Set>> sets_;
};

}  // namespace ng
