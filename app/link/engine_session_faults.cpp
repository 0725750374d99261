// SPDX-License-Identifier: Apache-2.0
// Fault finding on the window's side: breakpoints, watches, health, background queries.
#include <algorithm>

#include "app/link/engine_session.h"
#include "engine/base/error.h"
#include "engine/records/value_expression.h"

namespace ng::views {

// Also watches the ops of breakpoints and watches, so that the worker stores their values.
void EngineSession::sendHalts() {
  control_.setHalts(breakpoints_, watchRecords_);
  std::set<OpKey> ops;
  for (const BreakpointRecord& each : breakpoints_)
    if (!each.condition.empty()) ops.insert(each.op);
  for (const WatchRecord& each : watchRecords_) ops.insert(each.op);
  for (const OpKey op : ops)
    if (!haltOps_.count(op)) watch(op);
  for (const OpKey op : haltOps_)
    if (!ops.count(op)) unwatch(op);
  haltOps_ = std::move(ops);
  if (frame_.state != RunState::running) post([this] { worker_->refreshValues(); });
  emit faultsChanged();
}

void EngineSession::setBreakpoint(const BreakpointRecord& breakpoint) {
  try {
    if (!breakpoint.condition.empty()) ValueExpression(breakpoint.condition);
  } catch (const Error& error) {
    return say(error.diagnostic());
  }
  const auto known = std::find_if(breakpoints_.begin(), breakpoints_.end(),
                                  [&](const auto& each) { return each.op == breakpoint.op; });
  if (known == breakpoints_.end())
    breakpoints_.push_back(breakpoint);
  else
    *known = breakpoint;
  sendHalts();
}

void EngineSession::removeBreakpoint(OpKey op) {
  std::erase_if(breakpoints_, [op](const BreakpointRecord& each) { return each.op == op; });
  sendHalts();
}

void EngineSession::setWatches(const std::vector<WatchRecord>& watches) {
  try {
    for (const WatchRecord& each : watches) ValueExpression(each.expression);
  } catch (const Error& error) {
    return say(error.diagnostic());
  }
  watchRecords_ = watches;
  sendHalts();
}

// Updates the watches that still exist; the list may have changed since the request.
void EngineSession::takeWatches(const std::vector<WatchRecord>& values) {
  for (WatchRecord& watch : watchRecords_) {
    for (const WatchRecord& value : values)
      if (value.op == watch.op && value.expression == watch.expression) watch = value;
  }
}

void EngineSession::runToNonFinite(bool everyOp) {
  start([this, everyOp] { worker_->runToNonFinite(everyOp); });
}

void EngineSession::runTo(OpKey op) {
  start([this, op] { worker_->runTo(op); });
}

void EngineSession::stepBack() {
  postStep([this] { worker_->stepBack(); });
}

void EngineSession::watchHealth(bool on) {
  control_.watchHealth(on);
  if (on) health_ = std::make_shared<HealthLog>();
  emit healthChanged();
}

void EngineSession::takeHealth(const HealthBatch& batch) {
  if (!health_) health_ = std::make_shared<HealthLog>();
  health_->add(batch);
  emit healthChanged();
}

}  // namespace ng::views
