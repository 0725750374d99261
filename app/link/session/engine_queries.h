// SPDX-License-Identifier: Apache-2.0
// Background queries to the engine in this process, one at a time: the engine's thread copies the
// run's state between two calls, another thread works with the copy. What-if edits and origins wait
// for the end of another query.
#pragma once

#include "app/link/session/engine_values.h"
#include "views/core/session/messages.h"
#include "views/core/session/queries.h"

namespace ng::views {

class EngineQueries : public Queries {
  Q_OBJECT

 public:
  EngineQueries(EngineLink& link, EngineCompilations& compilations, EngineRun& run,
                EngineValues& values, Messages& messages);

  bool querying() const override { return querying_; }
  void cancelQuery() override { link_.control.cancelQuery(true); }
  void compareTransformers(const QString& left, const QString& right, double rtol) override;
  ComparisonRecordPtr comparison() const override { return comparison_; }
  void bisectPasses(double tolerance, double slower) override;
  BisectRecordPtr bisection() const override { return bisection_; }
  void tryKernel(const QString& kernel, const QString& source) override;
  std::optional<KernelTrialRecord> kernelTrial() const override { return trial_; }
  void predictScaling(const ScalingChoice& choice) override;
  ScalingRecordPtr scaling() const override { return scaling_; }
  bool writesReproducers() const override { return true; }
  void writeReproducer(const QString& kernel, const QString& folder) override;
  void setEdits(const std::vector<ElementEdit>& edits) override;
  std::vector<ElementEdit> edits() const override { return edits_; }
  WhatIfRecordPtr whatIf() const override { return whatIf_; }
  void keepEdits() override;
  void explain(const ElementQuestion& question) override;
  bool explaining() const override { return explaining_ || question_; }
  ElementOriginPtr elementOrigin() const override { return origin_; }

  void runMoved();  // the shown iteration may have changed: the edits are computed for it
  void recompiled() { askedFor_.reset(); }
  void forget();  // the document

 private:
  // Calls `work` on the query thread with a copy of the run's current state.
  void startQuery(std::function<void(QueryBasis)> work, BasisChoice choice = {});
  void connectQueryWorker();
  void ended();
  void refused();
  void askWhatIf();
  void answered(WhatIfRecordPtr record);
  void askOrigin();

  EngineLink& link_;
  EngineCompilations& compilations_;
  EngineRun& run_;
  EngineValues& values_;
  Messages& messages_;
  bool querying_ = false;
  ComparisonRecordPtr comparison_;
  BisectRecordPtr bisection_;
  std::optional<KernelTrialRecord> trial_;
  ScalingRecordPtr scaling_;
  std::vector<ElementEdit> edits_, askedEdits_;
  WhatIfRecordPtr whatIf_;
  bool asking_ = false;  // a what-if query for askedEdits_ in iteration askedFor_ is running
  std::optional<std::int64_t> askedFor_;
  std::optional<ElementQuestion> question_;  // waits for the end of another query
  bool explaining_ = false;
  ElementOriginPtr origin_;
};

}  // namespace ng::views
