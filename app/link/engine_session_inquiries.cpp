// SPDX-License-Identifier: Apache-2.0
// Background queries on the window's side, one at a time: the engine's thread copies the run's
// state between two calls, another thread works with the copy.
#include <algorithm>

#include "app/link/engine_session.h"
#include "engine/base/error.h"

namespace ng::views {

void EngineSession::inquire(std::function<void(InquiryBasis)> work, BasisChoice choice) {
  if (!compilation_ || inquiring_) return;
  inquiring_ = true;
  control_.cancelInquiry(false);
  emit inquiryChanged();
  const std::int64_t shown = frame_.state == RunState::running ? -1 : frame_.shown;
  control_.addErrand([this, shown, choice, work = std::move(work)] {
    QMetaObject::invokeMethod(
        inquirer_,
        [this, work, basis = worker_->basis(shown, choice)] {
          basis ? work(*basis) : inquirer_->refuse();
        },
        Qt::QueuedConnection);
  });
  post([this] { control_.runErrands(); });
}

void EngineSession::compareTransformers(const QString& left, const QString& right, double rtol) {
  inquire([this, left, right, rtol](InquiryBasis basis) {
    inquirer_->compareTransformers(std::move(basis), left, right, rtol);
  });
}

void EngineSession::bisectPasses(double tolerance, double slower) {
  inquire([this, tolerance, slower](InquiryBasis basis) {
    inquirer_->bisectPasses(std::move(basis), tolerance, slower);
  });
}

void EngineSession::tryKernel(const QString& kernel, const QString& source) {
  inquire([this, kernel, source](InquiryBasis basis) {
    inquirer_->tryKernel(std::move(basis), kernel, source);
  });
}

void EngineSession::writeReproducer(const QString& kernel, const QString& folder) {
  inquire([this, kernel, folder](InquiryBasis basis) {
    inquirer_->writeReproducer(std::move(basis), kernel, folder);
  });
}

void EngineSession::connectInquiries() {
  const auto ended = [this] {
    inquiring_ = false;
    emit inquiryChanged();
    if (askedFor_ < 0) askWhatIf();  // was waiting
    askOrigin();
  };
  connect(inquirer_, &InquiryWorker::said, this, &EngineSession::say);
  connect(inquirer_, &InquiryWorker::progressed, this, &Session::inquiryProgressed);
  connect(inquirer_, &InquiryWorker::tried, this, [this, ended](const KernelTrialRecord& trial) {
    trial_ = trial;
    ended();
  });
  connect(inquirer_, &InquiryWorker::reproduced, this, ended);
  connect(inquirer_, &InquiryWorker::compared, this, [this, ended](ComparisonRecordPtr record) {
    if (record) comparison_ = std::move(record);
    ended();
  });
  connect(inquirer_, &InquiryWorker::bisected, this, [this, ended](BisectRecordPtr record) {
    if (record) bisection_ = std::move(record);
    ended();
  });
  connect(inquirer_, &InquiryWorker::answered, this, &EngineSession::answered);
  connect(inquirer_, &InquiryWorker::explained, this, [this, ended](ElementOriginPtr origin) {
    explaining_ = false;
    origin_ = std::move(origin);
    ended();
    emit elementOriginChanged();
  });
  connect(inquirer_, &InquiryWorker::refused, this, [this, ended] {
    if (std::exchange(asking_, false)) edits_.clear();
    const bool unexplained = std::exchange(explaining_, false);
    if (unexplained) origin_.reset();
    ended();
    if (unexplained) emit elementOriginChanged();
  });
}

// ---- what-if: edited elements of sources
// --------------------------------------------------------------------

void EngineSession::setEdits(const std::vector<ElementEdit>& edits) {
  if (edits == edits_) return;
  edits_ = edits;
  if (asking_) control_.cancelInquiry(true);
  if (edits_.empty()) whatIf_.reset();
  askedFor_ = -1;
  emit whatIfChanged();
  askWhatIf();
}

// Starts the what-if query if no query is running; otherwise the end of that query calls this.
void EngineSession::askWhatIf() {
  if (edits_.empty() || !compilation_) return;
  if (inquiring_) {
    askedFor_ = -1;
    return;
  }
  askedEdits_ = edits_;
  askedFor_ = frame_.shown;
  asking_ = true;
  std::vector<OpKey> shown = watched();
  for (const ElementEdit& edit : edits_) shown.push_back(edit.op);
  inquire([this, edits = edits_, shown](InquiryBasis basis) {
    inquirer_->whatIf(std::move(basis), edits, shown);
  });
}

void EngineSession::answered(WhatIfRecordPtr record) {
  inquiring_ = asking_ = false;
  const bool still = askedEdits_ == edits_;
  if (still) whatIf_ = std::move(record);
  if (still && !whatIf_) edits_.clear();  // refused (reported) or stopped
  emit inquiryChanged();
  emit whatIfChanged();
  if (!still || askedFor_ < 0) askWhatIf();
  askOrigin();
}

void EngineSession::keepEdits() {
  if (!whatIf_) return;
  Diagnostic refused;
  refused.what = "The run cannot continue from the edited state.";
  if (frame_.state == RunState::running)
    refused.action = "Pause the run first (F6).";
  else if (frame_.step > 0)
    refused.action = "Finish the iteration first (F10).";
  else if (whatIf_->iteration != frame_.done)
    refused.action = frame_.done == 0 ? "Run the iteration first (F10)."
                                      : "Go to the last iteration, " + std::to_string(frame_.done) +
                                            ", and edit there.";
  if (!refused.action.empty()) return say(refused);
  post([this, record = whatIf_] { worker_->keepState(record->state); });
  setEdits({});
}

// ---- origins of elements
// --------------------------------------------------------------------

void EngineSession::explain(const ElementQuestion& question) {
  question_ = question;
  if (explaining_) control_.cancelInquiry(true);  // cancels the previous question
  askOrigin();
  emit elementOriginChanged();
}

void EngineSession::askOrigin() {
  if (!question_ || inquiring_ || !compilation_) return;
  const ElementQuestion asked = *std::exchange(question_, std::nullopt);
  explaining_ = true;
  inquire(
      [this, asked](InquiryBasis basis) {
        inquirer_->explain(std::move(basis), asked);
      },
      {asked.iteration, true});
}

}  // namespace ng::views
