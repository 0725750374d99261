// SPDX-License-Identifier: Apache-2.0
// Questions that take a while, on a thread of their own: two transformers compared, passes
// bisected, kernels tried, other numbers in sources. Each begins with a copy of what the run had,
// on transformers of its own, so that the run goes on meanwhile.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "app/workbench/engine_control.h"
#include "app/workbench/kept_iterations.h"
#include "engine/session/debug_record.h"
#include "engine/session/element_origin.h"
#include "engine/session/kernel_case.h"

namespace ng::views {

struct InquiryBasis {
  Op computation;
  std::string transformer;
  CompileOptions options;
  std::int64_t iteration = 0;
  std::vector<Tensor> arguments;   // of that iteration
  StateCopy state;                 // before it; empty: initial values
  std::vector<CallBasis> history;  // kept iterations, oldest first, where they were asked for
};

// Which iteration an inquiry is about.
struct BasisChoice {
  std::int64_t iteration = -1;  // of a kept one; below 0: the one that is shown
  bool history = false;
};

class InquiryWorker : public QObject {
  Q_OBJECT

 public:
  explicit InquiryWorker(EngineControl& control) : control_(control) {}

  // On the worker's thread. Ended by EngineControl::cancelInquiry.
  void compareTransformers(InquiryBasis basis, const QString& left, const QString& right,
                           double rtol);
  void bisectPasses(InquiryBasis basis, double tolerance, double slower);
  void tryKernel(InquiryBasis basis, const QString& kernel, const QString& source);
  void writeReproducer(InquiryBasis basis, const QString& kernel, const QString& folder);
  void whatIf(InquiryBasis basis, const std::vector<ElementEdit>& edits,
              const std::vector<OpKey>& shown);
  void explain(InquiryBasis basis, const ElementQuestion& question);
  void refuse() { emit refused(); }  // there is nothing to begin with

 signals:
  // A null record: refused, or cancelled before anything was found.
  void compared(ng::ComparisonRecordPtr comparison);
  void bisected(ng::BisectRecordPtr bisection);
  void tried(ng::KernelTrialRecord trial);
  void reproduced();  // or said why not
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
