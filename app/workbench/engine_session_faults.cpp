// SPDX-License-Identifier: Apache-2.0
// The window's side of looking for faults: breakpoints, watches, health, and inquiries.
#include <algorithm>

#include "app/workbench/engine_session.h"
#include "engine/base/error.h"
#include "engine/session/value_expression.h"

namespace ng::views {

// Its ops are watched, so that the worker has their values.
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

// Of those that are still wanted: the list may have changed since.
void EngineSession::takeWatches(const std::vector<WatchRecord>& values) {
  for (WatchRecord& watch : watchRecords_) {
    for (const WatchRecord& value : values)
      if (value.op == watch.op && value.expression == watch.expression) watch = value;
  }
}

void EngineSession::runToNonFinite() {
  start([this] { worker_->runToNonFinite(); });
}

void EngineSession::runTo(OpKey op) {
  start([this, op] { worker_->runTo(op); });
}

void EngineSession::stepBack() {
  if (compilation_ && frame_.state != RunState::running) post([this] { worker_->stepBack(); });
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

// ---- inquiries --------------------------------------------------------------------------------

void EngineSession::inquire(std::function<void()> work) {
  if (!compilation_ || inquiring_ || frame_.state == RunState::running) return;
  inquiring_ = true;
  control_.cancelInquiry(false);
  emit inquiryChanged();
  post(std::move(work));
}

void EngineSession::compareTransformers(const QString& left, const QString& right, double rtol) {
  inquire([this, left, right, rtol] { worker_->compareTransformers(left, right, rtol); });
}

void EngineSession::bisectPasses(double tolerance, double slower) {
  inquire([this, tolerance, slower] { worker_->bisectPasses(tolerance, slower); });
}

void EngineSession::tryKernel(const QString& kernel, const QString& source) {
  inquire([this, kernel, source] { worker_->tryKernel(kernel, source); });
}

void EngineSession::connectInquiries() {
  connect(worker_, &EngineWorker::tried, this, [this](const KernelTrialRecord& trial) {
    inquiring_ = false;
    trial_ = trial;
    emit inquiryChanged();
  });
  connect(worker_, &EngineWorker::inquired, this, &Session::inquiryProgressed);
  connect(worker_, &EngineWorker::compared, this, [this](ComparisonRecordPtr record) {
    inquiring_ = false;
    if (record) comparison_ = std::move(record);
    emit inquiryChanged();
  });
  connect(worker_, &EngineWorker::bisected, this, [this](BisectRecordPtr record) {
    inquiring_ = false;
    if (record) bisection_ = std::move(record);
    emit inquiryChanged();
  });
}

}  // namespace ng::views
