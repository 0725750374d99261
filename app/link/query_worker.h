// SPDX-License-Identifier: Apache-2.0
// Background queries on a thread of their own: transformer comparison, pass bisection, kernel
// trials, what-if edits, scaling. Each works on a copy of the run's state with its own
// transformers, so that the run can continue.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "app/link/engine_control.h"
#include "app/link/kept_iterations.h"
#include "engine/analysis/kernel_case.h"
#include "engine/base/error.h"
#include "engine/documents/document.h"
#include "engine/provenance/element_origin.h"
#include "engine/records/comparison_choice.h"
#include "engine/records/debug_record.h"
#include "engine/records/peer_record.h"
#include "engine/records/scaling_record.h"
#include "engine/trace/timeline.h"

namespace ng::views {

struct QueryBasis {
  Op computation;
  std::string transformer;
  std::string path;  // of the document's file; empty: not saved
  CompileOptions options;
  std::int64_t iteration = 0;
  std::vector<Tensor> arguments;   // of that iteration
  StateCopy state;                 // before the iteration; empty: initial values
  std::vector<CallBasis> history;  // kept iterations, oldest first, if requested
  // As it is run, with a plan of the computation's calls, if requested.
  std::shared_ptr<const Document> document = {};
};

// The iteration that a query is about.
struct BasisChoice {
  std::optional<std::int64_t> iteration = {};  // a kept iteration; empty: the shown one
  bool history = false, document = false;
};

class QueryWorker : public QObject {
  Q_OBJECT

 public:
  explicit QueryWorker(EngineControl& control) : control_(control) {}

  // Called on the worker's thread. Cancelled by EngineControl::cancelQuery.
  void compareValues(QueryBasis basis, const ComparisonChoice& choice);
  void measurePeer(QueryBasis basis);
  void bisectPasses(QueryBasis basis, double tolerance, double slower);
  void tryKernel(QueryBasis basis, const QString& kernel, const QString& source);
  void writeReproducer(QueryBasis basis, const QString& kernel, const QString& folder);
  void whatIf(QueryBasis basis, const std::vector<ElementEdit>& edits,
              const std::vector<OpId>& shown);
  void explain(QueryBasis basis, const ElementQuestion& question);
  void predictScaling(QueryBasis basis, const ScalingChoice& choice);
  void refuse() { emit refused(); }  // no basis is available

 signals:
  // Null record: refused, or cancelled without a result.
  void compared(ng::ComparisonRecordPtr comparison);
  void peerMeasured(ng::PeerRecordPtr peer, ng::TimelinePtr timeline);
  void bisected(ng::BisectRecordPtr bisection);
  void tried(ng::KernelTrialRecord trial);
  void reproduced();  // finished, or the reason for a failure was sent
  void answered(ng::WhatIfRecordPtr record);
  void explained(ng::ElementOriginPtr origin);
  void predicted(ng::ScalingRecordPtr scaling);
  void refused();
  void progressed(double fraction);
  void said(ng::Diagnostic diagnostic);

 private:
  void attempt(const char* what, const std::function<void()>& work);
  KernelCase caseOf(const QueryBasis& basis, const std::string& kernel);
  CompileOptions watched(const QueryBasis& basis);
  template <class Request>
  Request requestOf(QueryBasis& basis);

  EngineControl& control_;
  ElementOrigins origins_;  // of one explanation
};

}  // namespace ng::views
