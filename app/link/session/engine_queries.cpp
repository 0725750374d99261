// SPDX-License-Identifier: Apache-2.0
// Starting queries and taking their answers. What-if edits and origins of elements are in
// engine_element_queries.cpp.
#include "app/link/session/engine_queries.h"

#include <utility>

namespace ng::views {

EngineQueries::EngineQueries(EngineLink& link, EngineCompilations& compilations, EngineRun& run,
                             EngineValues& values, Messages& messages)
    : link_(link), compilations_(compilations), run_(run), values_(values), messages_(messages) {
  connectInquirer();
}

void EngineQueries::connectInquirer() {
  const InquiryWorker* inquirer = &link_.inquirer();
  connect(inquirer, &InquiryWorker::said, this,
          [this](const Diagnostic& diagnostic) { messages_.say(diagnostic); });
  connect(inquirer, &InquiryWorker::progressed, this, &Queries::inquiryProgressed);
  connect(inquirer, &InquiryWorker::tried, this, [this](const KernelTrialRecord& trial) {
    trial_ = trial;
    ended();
  });
  connect(inquirer, &InquiryWorker::reproduced, this, &EngineQueries::ended);
  connect(inquirer, &InquiryWorker::compared, this, [this](ComparisonRecordPtr record) {
    if (record) comparison_ = std::move(record);
    ended();
  });
  connect(inquirer, &InquiryWorker::bisected, this, [this](BisectRecordPtr record) {
    if (record) bisection_ = std::move(record);
    ended();
  });
  connect(inquirer, &InquiryWorker::answered, this, &EngineQueries::answered);
  connect(inquirer, &InquiryWorker::explained, this, [this](ElementOriginPtr origin) {
    explaining_ = false;
    origin_ = std::move(origin);
    ended();
    emit elementOriginChanged();
  });
  connect(inquirer, &InquiryWorker::refused, this, &EngineQueries::refused);
}

void EngineQueries::inquire(std::function<void(InquiryBasis)> work, BasisChoice choice) {
  if (!compilations_.compilation() || inquiring_) return;
  inquiring_ = true;
  link_.control.cancelInquiry(false);
  emit inquiryChanged();
  const std::int64_t shown = run_.running() ? -1 : run_.iteration();
  link_.control.addErrand([this, shown, choice, work = std::move(work)] {
    QMetaObject::invokeMethod(
        &link_.inquirer(),
        [this, work, basis = link_.worker().queries.basis(shown, choice)] {
          basis ? work(*basis) : link_.inquirer().refuse();
        },
        Qt::QueuedConnection);
  });
  link_.post([this] { link_.control.runErrands(); });
}

void EngineQueries::ended() {
  inquiring_ = false;
  emit inquiryChanged();
  if (askedFor_ < 0) askWhatIf();  // was waiting
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
  inquire([this, left, right, rtol](InquiryBasis basis) {
    link_.inquirer().compareTransformers(std::move(basis), left, right, rtol);
  });
}

void EngineQueries::bisectPasses(double tolerance, double slower) {
  inquire([this, tolerance, slower](InquiryBasis basis) {
    link_.inquirer().bisectPasses(std::move(basis), tolerance, slower);
  });
}

void EngineQueries::tryKernel(const QString& kernel, const QString& source) {
  inquire([this, kernel, source](InquiryBasis basis) {
    link_.inquirer().tryKernel(std::move(basis), kernel, source);
  });
}

void EngineQueries::writeReproducer(const QString& kernel, const QString& folder) {
  inquire([this, kernel, folder](InquiryBasis basis) {
    link_.inquirer().writeReproducer(std::move(basis), kernel, folder);
  });
}

void EngineQueries::forget() {
  comparison_.reset();
  bisection_.reset();
  trial_.reset();
  edits_.clear();
  whatIf_.reset();
  origin_.reset();
  question_.reset();
  link_.control.cancelInquiry(true);
}

}  // namespace ng::views
