// SPDX-License-Identifier: Apache-2.0
// Starting queries and taking their answers. What-if edits and origins of elements are in
// engine_element_queries.cpp.
#include "app/link/session/engine_queries.h"

#include <utility>

#include "views/core/session/event.h"

namespace ng::views {

EngineQueries::EngineQueries(EngineLink& link, Published& published, Messages& messages)
    : link_(link), published_(published), state_(published.state.queries), messages_(messages) {
  state_.writesReproducers = true;
  connectQueryWorker();
}

void EngineQueries::connectQueryWorker() {
  const QueryWorker* queryWorker = &link_.queryWorker();
  connect(queryWorker, &QueryWorker::said, this,
          [this](const Diagnostic& diagnostic) { messages_.say(diagnostic); });
  connect(queryWorker, &QueryWorker::progressed, this,
          [this](double fraction) { published_.happened(event::QueryProgressed{fraction}); });
  connect(queryWorker, &QueryWorker::tried, this, [this](const KernelTrialRecord& trial) {
    state_.kernelTrial = trial;
    ended();
  });
  connect(queryWorker, &QueryWorker::reproduced, this, &EngineQueries::ended);
  connect(queryWorker, &QueryWorker::compared, this, [this](ComparisonRecordPtr record) {
    if (record) state_.comparison = std::move(record);
    ended();
  });
  connect(queryWorker, &QueryWorker::peerMeasured, this,
          [this](PeerRecordPtr peer, TimelinePtr timeline) {
            if (peer) {
              state_.peer = std::move(peer);
              state_.peerTimeline = std::move(timeline);
            }
            ended();
          });
  connect(queryWorker, &QueryWorker::bisected, this, [this](BisectRecordPtr record) {
    if (record) state_.bisection = std::move(record);
    ended();
  });
  connect(queryWorker, &QueryWorker::predicted, this, [this](ScalingRecordPtr record) {
    if (record) state_.scaling = std::move(record);
    ended();
  });
  connect(queryWorker, &QueryWorker::answered, this, &EngineQueries::answered);
  connect(queryWorker, &QueryWorker::explained, this, [this](ElementOriginPtr origin) {
    explaining_ = false;
    noteExplaining();
    state_.elementOrigin = std::move(origin);
    ended();
    published_.changed(StateFacet::elementOrigin);
  });
  connect(queryWorker, &QueryWorker::refused, this, &EngineQueries::refused);
}

void EngineQueries::startQuery(std::function<void(QueryBasis)> work, BasisChoice choice) {
  if (!compiled() || state_.querying) return;
  state_.querying = true;
  link_.control.cancelQuery(false);
  published_.changed(StateFacet::queries);
  const std::int64_t shown = running() ? -1 : iteration();
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

void EngineQueries::noteExplaining() {
  state_.explaining = explaining_ || question_.has_value();
}

void EngineQueries::ended() {
  state_.querying = false;
  published_.changed(StateFacet::queries);
  if (!askedFor_) askWhatIf();  // was waiting
  askOrigin();
}

void EngineQueries::refused() {
  if (std::exchange(asking_, false)) state_.edits.clear();
  const bool unexplained = std::exchange(explaining_, false);
  noteExplaining();
  if (unexplained) state_.elementOrigin.reset();
  ended();
  if (unexplained) published_.changed(StateFacet::elementOrigin);
}

void EngineQueries::handle(const command::CompareValues& command) {
  startQuery([this, choice = command.choice](QueryBasis basis) {
    link_.queryWorker().compareValues(std::move(basis), choice);
  });
}

void EngineQueries::handle(const command::MeasurePeer&) {
  startQuery([this](QueryBasis basis) { link_.queryWorker().measurePeer(std::move(basis)); });
}

void EngineQueries::handle(const command::BisectPasses& command) {
  startQuery([this, c = command](QueryBasis basis) {
    link_.queryWorker().bisectPasses(std::move(basis), c.tolerance, c.slower);
  });
}

void EngineQueries::handle(const command::TryKernel& command) {
  startQuery([this, c = command](QueryBasis basis) {
    link_.queryWorker().tryKernel(std::move(basis), c.kernel, c.source);
  });
}

void EngineQueries::handle(const command::PredictScaling& command) {
  startQuery(
      [this, choice = command.choice](QueryBasis basis) {
        link_.queryWorker().predictScaling(std::move(basis), choice);
      },
      {.document = true});
}

void EngineQueries::handle(const command::WriteReproducer& command) {
  startQuery([this, c = command](QueryBasis basis) {
    link_.queryWorker().writeReproducer(std::move(basis), c.kernel, c.folder);
  });
}

void EngineQueries::forget() {
  const bool querying = state_.querying;
  state_ = {};
  state_.querying = querying;
  state_.writesReproducers = true;
  question_.reset();
  noteExplaining();
  link_.control.cancelQuery(true);
}

}  // namespace ng::views
