// SPDX-License-Identifier: Apache-2.0
// Background queries on a thread of their own: transformer comparison, pass bisection, kernel
// trials, what-if edits. Each works on a copy of the run's state with its own transformers, so that
// the run can continue.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "app/link/engine_control.h"
#include "app/link/kept_iterations.h"
#include "engine/analysis/kernel_case.h"
#include "engine/provenance/element_origin.h"
#include "engine/records/debug_record.h"

namespace ng::views {

struct InquiryBasis {
  Op computation;
  std::string transformer;
  CompileOptions options;
  std::int64_t iteration = 0;
  std::vector<Tensor> arguments;   // of that iteration
  StateCopy state;                 // before the iteration; empty: initial values
  std::vector<CallBasis> history;  // kept iterations, oldest first, if requested
};

// The iteration that a query is about.
struct BasisChoice {
  std::optional<std::int64_t> iteration = {};  // a kept iteration; empty: the shown one
  bool history = false;
};

class InquiryWorker : public QObject {
  Q_OBJECT

 public:
  explicit InquiryWorker(EngineControl& control) : control_(control) {}

  // Called on the worker's thread. Cancelled by EngineControl::cancelInquiry.
  void compareTransformers(InquiryBasis basis, const QString& left, const QString& right,
                           double rtol);
  void bisectPasses(InquiryBasis basis, double tolerance, double slower);
  void tryKernel(InquiryBasis basis, const QString& kernel, const QString& source);
  void writeReproducer(InquiryBasis basis, const QString& kernel, const QString& folder);
  void whatIf(InquiryBasis basis, const std::vector<ElementEdit>& edits,
              const std::vector<OpKey>& shown);
  void explain(InquiryBasis basis, const ElementQuestion& question);
  void refuse() { emit refused(); }  // no basis is available

 signals:
  // Null record: refused, or cancelled without a result.
  void compared(ng::ComparisonRecordPtr comparison);
  void bisected(ng::BisectRecordPtr bisection);
  void tried(ng::KernelTrialRecord trial);
  void reproduced();  // finished, or the reason for a failure was sent
  void answered(ng::WhatIfRecordPtr record);
  void explained(ng::ElementOriginPtr origin);
  void refused();
  void progressed(double fraction);
  void said(ng::Diagnostic diagnostic);

 private:
  void attempt(const char* what, const std::function<void()>& work);
  KernelCase caseOf(const InquiryBasis& basis, const std::string& kernel);
  CompileOptions watched(const InquiryBasis& basis);
  template <class Request>
  Request requestOf(InquiryBasis& basis);

  EngineControl& control_;
  ElementOrigins origins_;  // of one explanation
};

}  // namespace ng::views
