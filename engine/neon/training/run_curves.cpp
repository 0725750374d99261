// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/run_curves.h"

#include "engine/neon/training/result_name.h"
#include "engine/records/series_record.h"

namespace ng {

void RunCurves::reset(const BoundPlan& plan, const std::vector<Op>& results) {
  curves_.clear();
  series_.clear();
  for (const PlanPlot& plot : plan.plots) add(plot, plan, results);
  if (!plan.plots.empty()) return;
  const auto add_named = [&](const std::string& name) {
    PlanPlot plot;
    plot.series = name;
    add(plot, plan, results);
  };
  for (const Op& result : results)
    if (result.value().has_type() && result.axes().empty()) add_named(result_name(result));
  for (const PlannedEvaluation& evaluation : plan.evaluations) add_named(evaluation.name);
}

void RunCurves::add(const PlanPlot& plot, const BoundPlan& plan, const std::vector<Op>& results) {
  Curve curve;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ResultName full{results[i].name(), results[i].value().result};
    if (to_string(full) == plot.series || result_name(results[i]) == plot.series) curve.result = i;
  }
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    if (plan.evaluations[i].name == plot.series) curve.evaluation = i;
  }
  if (curve.evaluation) curve.result.reset();
  curves_.push_back(curve);
  SeriesRecord series;
  series.name = plot.title.empty() ? plot.series : plot.title;
  series.unit = curve.evaluation ? SeriesUnit::epoch : SeriesUnit::iteration;
  series.x_title = plot.x_title.empty() ? std::string(name(series.unit)) : plot.x_title;
  series.y_title = plot.y_title.empty() ? plot.series : plot.y_title;
  if (curve.result) series.op = results[*curve.result].id();
  series_.push_back(std::move(series));
}

void RunCurves::add_results(std::int64_t iteration, const Results& results) {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (!curves_[i].result) continue;
    series_[i].x.push_back(static_cast<double>(iteration));
    series_[i].y.push_back(results[*curves_[i].result].item());
  }
}

void RunCurves::add_evaluation(std::size_t evaluation, std::int64_t epoch, double value) {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (curves_[i].evaluation != evaluation) continue;
    series_[i].x.push_back(static_cast<double>(epoch));
    series_[i].y.push_back(value);
  }
}

void RunCurves::restore(const std::vector<SeriesRecord>& saved) {
  for (SeriesRecord& series : series_) {
    for (const SeriesRecord& each : saved) {
      if (each.name != series.name) continue;
      series.x = each.x;
      series.y = each.y;
    }
  }
}

std::optional<double> RunCurves::last_of(std::size_t evaluation) const {
  for (std::size_t i = 0; i < curves_.size(); ++i)
    if (curves_[i].evaluation == evaluation && !series_[i].y.empty()) return series_[i].y.back();
  return {};
}

}  // namespace ng
