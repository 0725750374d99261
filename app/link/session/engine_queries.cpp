// SPDX-License-Identifier: Apache-2.0
// Starting queries and taking their answers. What-if edits and origins of elements are in
// engine_element_queries.cpp.
#include "app/link/session/engine_queries.h"

#include <utility>

namespace ng::views {

EngineQueries::EngineQueries(EngineLink& link, EngineCompilations& compilations, EngineRun& run,
                             EngineValues& values, Messages& messages)
    : link_(link), compilations_(compilations), run_(run), values_(values), messages_(messages) {
  connectQueryWorker();
}

void EngineQueries::connectQueryWorker() {
  const QueryWorker* queryWorker = &link_.queryWorker();
  connect(queryWorker, &QueryWorker::said, this,
          [this](const Diagnostic& diagnostic) { messages_.say(diagnostic); });
  connect(queryWorker, &QueryWorker::progressed, this, &Queries::queryProgressed);
  connect(queryWorker, &QueryWorker::tried, this, [this](const KernelTrialRecord& trial) {
    trial_ = trial;
    ended();
  });
  connect(queryWorker, &QueryWorker::reproduced, this, &EngineQueries::ended);
  connect(queryWorker, &QueryWorker::compared, this, [this](ComparisonRecordPtr record) {
    if (record) comparison_ = std::move(record);
    ended();
  });
  connect(queryWorker, &QueryWorker::bisected, this, [this](BisectRecordPtr record) {
    if (record) bisection_ = std::move(record);
    ended();
  });
  connect(queryWorker, &QueryWorker::predicted, this, [this](ScalingRecordPtr record) {
    if (record) scaling_ = std::move(record);
    ended();
  });
  connect(queryWorker, &QueryWorker::answered, this, &EngineQueries::answered);
  connect(queryWorker, &QueryWorker::explained, this, [this](ElementOriginPtr origin) {
    explaining_ = false;
    origin_ = std::move(origin);
    ended();
    emit elementOriginChanged();
  });
  connect(queryWorker, &QueryWorker::refused, this, &EngineQueries::refused);
}

void EngineQueries::startQuery(std::function<void(QueryBasis)> work, BasisChoice choice) {
  if (!compilations_.compilation() || querying_) return;
  querying_ = true;
  link_.control.cancelQuery(false);
  emit queryChanged();
  const std::int64_t shown = run_.running() ? -1 : run_.iteration();
  link_.control.addErrand([this, shown, choice, work = std::move(work)] {
    QMetaObject::invokeMethod(
        &link_.queryWorker(),
        [this, work, basis = link_.worker().queries.basis(shown, choice)] {
          basis ? work(*basis) : link_.queryWorker().refuse();
        },
        Qt::QueuedConnection);
  });
  link_.post([this] { link_.control.runErrands(); });
}

void EngineQueries::ended() {
  querying_ = false;
  emit queryChanged();
  if (!askedFor_) askWhatIf();  // was waiting
  askOrigin();
}

void EngineQueries::refused() {
  if (std::exchange(asking_, false)) edits_.clear();
  const bool unexplained = std::exchange(explaining_, false);
  if (unexplained) origin_.reset();
  ended();
  if (unexplained) emit elementOriginChanged();
}

void EngineQueries::compareTransformers(const QString& left, const QString& right, double rtol) {
  startQuery([this, left, right, rtol](QueryBasis basis) {
    link_.queryWorker().compareTransformers(std::move(basis), left, right, rtol);
  });
}

void EngineQueries::bisectPasses(double tolerance, double slower) {
  startQuery([this, tolerance, slower](QueryBasis basis) {
    link_.queryWorker().bisectPasses(std::move(basis), tolerance, slower);
  });
}

void EngineQueries::tryKernel(const QString& kernel, const QString& source) {
  startQuery([this, kernel, source](QueryBasis basis) {
    link_.queryWorker().tryKernel(std::move(basis), kernel, source);
  });
}

void EngineQueries::predictScaling(const ScalingChoice& choice) {
  startQuery(
      [this, choice](QueryBasis basis) {
        link_.queryWorker().predictScaling(std::move(basis), choice);
      },
      {.document = true});
}

void EngineQueries::writeReproducer(const QString& kernel, const QString& folder) {
  startQuery([this, kernel, folder](QueryBasis basis) {
    link_.queryWorker().writeReproducer(std::move(basis), kernel, folder);
  });
}

void EngineQueries::forget() {
  comparison_.reset();
  bisection_.reset();
  trial_.reset();
  scaling_.reset();
  edits_.clear();
  whatIf_.reset();
  origin_.reset();
  question_.reset();
  link_.control.cancelQuery(true);
}

}  // namespace ng::views
