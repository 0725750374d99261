// SPDX-License-Identifier: Apache-2.0
// Arguments of a plan's calls, and the reduction of evaluation results.
#include <algorithm>
#include <numeric>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/neon/data/batches.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/ops/sequencing.h"

namespace ng {

std::vector<Tensor> PlannedCalls::arguments(const Moment& moment) const {
  std::vector<Tensor> values;
  for (const TensorPtr& value : shared_arguments(moment)) values.push_back(*value);
  return values;
}

std::vector<TensorPtr> PlannedCalls::shared_arguments(const Moment& moment) const {
  std::vector<TensorPtr> values;
  values.reserve(sources.size());
  for (const PlanSource& source : sources) values.push_back(source(moment));
  return values;
}

std::int64_t PlannedCalls::whole_batches() const {
  std::int64_t most = 1;
  for (const auto& length : lengths) most = std::max(most, length());
  return most;
}

std::int64_t PlannedCalls::own_samples(const Moment& moment) const {
  std::int64_t least = INT64_MAX;
  for (const auto& own_of : own) least = std::min(least, own_of(moment));
  return least;
}

void PlannedEvaluation::take(const Tensor& result, const Moment& moment,
                             std::vector<double>& values) const {
  const Axes& axes = parts_of(calls.computation.node()).results[0].axes();
  const auto batch = axes.batch_axis();
  const std::vector<double> taken =
      batch ? neon::values_of_samples(result, axes.index(*batch), calls.own_samples(moment))
            : result.values();
  values.insert(values.end(), taken.begin(), taken.end());
}

double PlannedEvaluation::reduced(std::span<const double> values) const {
  if (values.empty()) {
    Diagnostic diagnostic;
    diagnostic.what = "the evaluation " + quote(name) + " has nothing to reduce";
    diagnostic.found = "no samples in " + std::to_string(batches) + " batches";
    diagnostic.expected = "at least one value";
    diagnostic.action = "set the length of its batch axis to at least 1";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const auto count = static_cast<double>(values.size());
  const double variables[] = {sum,
                              sum / count,
                              *std::min_element(values.begin(), values.end()),
                              *std::max_element(values.begin(), values.end()),
                              values.back(),
                              count};
  return (*reduction)(variables);
}

}  // namespace ng
