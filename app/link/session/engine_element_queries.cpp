// SPDX-License-Identifier: Apache-2.0
// Queries about single elements: edited ones of sources, and where one comes from.
#include <utility>

#include "app/link/session/engine_queries.h"

namespace ng::views {

void EngineQueries::setEdits(const std::vector<ElementEdit>& edits) {
  if (edits == state_.edits) return;
  state_.edits = edits;
  if (asking_) link_.control.cancelQuery(true);
  if (edits.empty()) state_.whatIf.reset();
  askedFor_.reset();
  published_.changed(StateFacet::whatIf);
  askWhatIf();
}

void EngineQueries::runMoved() {
  if (!running() && askedFor_ != iteration()) askWhatIf();
}

// Starts the what-if query if no query is running; otherwise the end of that query calls this.
void EngineQueries::askWhatIf() {
  if (state_.edits.empty() || !compiled()) return;
  if (state_.querying) {
    askedFor_.reset();
    return;
  }
  askedEdits_ = state_.edits;
  askedFor_ = iteration();
  asking_ = true;
  std::vector<OpId> shown = published_.state.values.watched;
  for (const ElementEdit& edit : state_.edits) shown.push_back(edit.op);
  startQuery([this, edits = state_.edits, shown](QueryBasis basis) {
    link_.queryWorker().whatIf(std::move(basis), edits, shown);
  });
}

void EngineQueries::answered(WhatIfRecordPtr record) {
  state_.querying = asking_ = false;
  const bool still = askedEdits_ == state_.edits;
  if (still) state_.whatIf = std::move(record);
  if (still && !state_.whatIf) state_.edits.clear();  // refused (reported) or stopped
  published_.changed(StateFacet::queries);
  published_.changed(StateFacet::whatIf);
  if (!still || !askedFor_) askWhatIf();
  askOrigin();
}

void EngineQueries::handle(const command::KeepEdits&) {
  if (!state_.whatIf) return;
  const RunStatus& status = published_.state.run;
  const std::int64_t done = status.lastIteration;
  Diagnostic refused;
  refused.what = "The run cannot continue from the edited state.";
  if (status.state == RunState::running)
    refused.action = "Pause the run first (F6).";
  else if (status.step > 0)
    refused.action = "Finish the iteration first (F10).";
  else if (state_.whatIf->iteration != done)
    refused.action =
        done == 0 ? "Run the iteration first (F10)."
                  : "Go to the last iteration, " + std::to_string(done) + ", and edit there.";
  if (!refused.action.empty()) return messages_.say(refused);
  link_.post([this, record = state_.whatIf] { link_.worker().queries.keepState(record->state); });
  setEdits({});
}

void EngineQueries::handle(const command::Explain& command) {
  question_ = command.question;
  noteExplaining();
  if (explaining_) link_.control.cancelQuery(true);  // cancels the previous question
  askOrigin();
  published_.changed(StateFacet::elementOrigin);
}

void EngineQueries::askOrigin() {
  if (!question_ || state_.querying || !compiled()) return;
  const ElementQuestion asked = *std::exchange(question_, std::nullopt);
  explaining_ = true;
  startQuery(
      [this, asked](QueryBasis basis) { link_.queryWorker().explain(std::move(basis), asked); },
      {asked.iteration, true});
}

}  // namespace ng::views
