// SPDX-License-Identifier: Apache-2.0
// The data sets of a plan: loaded once, fed batch by batch.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "engine/neon/plan/class_axes.h"
#include "engine/neon/plan/plan_place.h"
#include "engine/neon/plan/plan_source.h"
#include "engine/session/document.h"

namespace ng {

class PlanSets {
 public:
  // Refuses generators that are no data set's name.
  PlanSets(const Document& document, const RunPlan& plan);

  // Is the first word of "digits.train.image" one of these sets?
  bool has(const std::string& reference) const;
  // "set.part.array" for a placeholder. Its batch axis tells how many samples a batch has, its
  // recurrent axis how long windows of text are; the plan's own numbers must agree. Refuses
  // (bad_file) other numbers, unknown parts and arrays; when loading, whatever the files hold that
  // is refused, fewer samples than a batch, and samples of another shape.
  // And, when loading, places that are behind the end of one of `classes`.
  PlannedSource source(const std::string& reference, const Op& parameter,
                       const std::vector<ClassAxis>& classes, const PlanPlace& place) const;
  // How many samples the first part of each set that was loaded has, by the set's name.
  std::map<std::string, std::int64_t> samples() const;

 private:
  struct Set;
  std::map<std::string, std::shared_ptr<Set>> sets_;
};

}  // namespace ng
