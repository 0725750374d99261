// SPDX-License-Identifier: Apache-2.0
// Queries about single elements: edited ones of sources, and where one comes from.
#include <utility>

#include "app/link/session/engine_queries.h"

namespace ng::views {

void EngineQueries::setEdits(const std::vector<ElementEdit>& edits) {
  if (edits == edits_) return;
  edits_ = edits;
  if (asking_) link_.control.cancelQuery(true);
  if (edits_.empty()) whatIf_.reset();
  askedFor_.reset();
  emit whatIfChanged();
  askWhatIf();
}

void EngineQueries::runMoved() {
  if (!run_.running() && askedFor_ != run_.iteration()) askWhatIf();
}

// Starts the what-if query if no query is running; otherwise the end of that query calls this.
void EngineQueries::askWhatIf() {
  if (edits_.empty() || !compilations_.compilation()) return;
  if (querying_) {
    askedFor_.reset();
    return;
  }
  askedEdits_ = edits_;
  askedFor_ = run_.iteration();
  asking_ = true;
  std::vector<OpKey> shown = values_.watched();
  for (const ElementEdit& edit : edits_) shown.push_back(edit.op);
  startQuery([this, edits = edits_, shown](QueryBasis basis) {
    link_.queryWorker().whatIf(std::move(basis), edits, shown);
  });
}

void EngineQueries::answered(WhatIfRecordPtr record) {
  querying_ = asking_ = false;
  const bool still = askedEdits_ == edits_;
  if (still) whatIf_ = std::move(record);
  if (still && !whatIf_) edits_.clear();  // refused (reported) or stopped
  emit queryChanged();
  emit whatIfChanged();
  if (!still || !askedFor_) askWhatIf();
  askOrigin();
}

void EngineQueries::keepEdits() {
  if (!whatIf_) return;
  const RunStatus status = run_.status();
  const std::int64_t done = status.lastIteration;
  Diagnostic refused;
  refused.what = "The run cannot continue from the edited state.";
  if (status.state == RunState::running)
    refused.action = "Pause the run first (F6).";
  else if (status.step > 0)
    refused.action = "Finish the iteration first (F10).";
  else if (whatIf_->iteration != done)
    refused.action =
        done == 0 ? "Run the iteration first (F10)."
                  : "Go to the last iteration, " + std::to_string(done) + ", and edit there.";
  if (!refused.action.empty()) return messages_.say(refused);
  link_.post([this, record = whatIf_] { link_.worker().queries.keepState(record->state); });
  setEdits({});
}

void EngineQueries::explain(const ElementQuestion& question) {
  question_ = question;
  if (explaining_) link_.control.cancelQuery(true);  // cancels the previous question
  askOrigin();
  emit elementOriginChanged();
}

void EngineQueries::askOrigin() {
  if (!question_ || querying_ || !compilations_.compilation()) return;
  const ElementQuestion asked = *std::exchange(question_, std::nullopt);
  explaining_ = true;
  startQuery(
      [this, asked](QueryBasis basis) { link_.queryWorker().explain(std::move(basis), asked); },
      {asked.iteration, true});
}

}  // namespace ng::views
