// SPDX-License-Identifier: Apache-2.0
// The curves of a run: the plan's plots in order, else every scalar result and evaluation.
#pragma once

#include <optional>
#include <vector>

#include "engine/neon/plan/run_plan.h"
#include "engine/records/series_record.h"
#include "engine/session/transformer.h"

namespace ng {

class RunCurves {
 public:
  // Empty curves of the plan; `results` are those of its computation.
  void reset(const BoundPlan& plan, const std::vector<Op>& results);

  void add_results(std::int64_t iteration, const Results& results);
  void add_evaluation(std::size_t evaluation, std::int64_t epoch, double value);
  // Continues the saved curves of the same names.
  void restore(const std::vector<SeriesRecord>& saved);

  const std::vector<SeriesRecord>& series() const { return series_; }
  // The last value of an evaluation's curve.
  std::optional<double> last_of(std::size_t evaluation) const;

 private:
  struct Curve {
    std::optional<std::size_t> result, evaluation;  // index of one of them
  };
  void add(const PlanPlot& plot, const BoundPlan& plan, const std::vector<Op>& results);

  std::vector<Curve> curves_;  // parallel to series_
  std::vector<SeriesRecord> series_;
};

}  // namespace ng
