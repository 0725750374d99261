// SPDX-License-Identifier: Apache-2.0
// Background queries to the engine in this process, one at a time: the engine's thread copies the
// run's state between two calls, another thread works with the copy. What-if edits and origins wait
// for the end of another query.
#pragma once

#include "app/link/session/engine_link.h"
#include "app/link/session/published.h"
#include "views/core/session/command.h"
#include "views/core/session/messages.h"

namespace ng::views {

class EngineQueries : public QObject {
 public:
  EngineQueries(EngineLink& link, Published& published, Messages& messages);

  void handle(const command::CancelQuery&) { link_.control.cancelQuery(true); }
  void handle(const command::CompareValues& command);
  void handle(const command::MeasurePeer&);
  void handle(const command::BisectPasses& command);
  void handle(const command::PredictScaling& command);
  void handle(const command::TryKernel& command);
  void handle(const command::WriteReproducer& command);
  void handle(const command::SetEdits& command) { setEdits(command.edits); }
  void handle(const command::KeepEdits&);
  void handle(const command::Explain& command);

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

  void setEdits(const std::vector<ElementEdit>& edits);
  void noteExplaining();
  bool running() const { return published_.state.run.state == RunState::running; }
  std::int64_t iteration() const { return published_.state.run.iteration; }
  bool compiled() const { return published_.state.compilation.compilation != nullptr; }

  EngineLink& link_;
  Published& published_;
  QueryState& state_;
  Messages& messages_;
  std::vector<ElementEdit> askedEdits_;
  bool asking_ = false;  // a what-if query for askedEdits_ in iteration askedFor_ is running
  std::optional<std::int64_t> askedFor_;
  std::optional<ElementQuestion> question_;  // waits for the end of another query
  bool explaining_ = false;
};

}  // namespace ng::views
