// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_faults.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/records/values/value_expression.h"

namespace ng::views {

// Also watches the ops of breakpoints and watches, so that the worker stores their values.
void EngineFaults::send() {
  link_.control.setBreakpoints(breakpoints_, watches_);
  std::set<OpKey> ops;
  for (const BreakpointRecord& each : breakpoints_)
    if (!each.condition.empty()) ops.insert(each.op);
  for (const WatchRecord& each : watches_) ops.insert(each.op);
  for (const OpKey op : ops)
    if (!watchedOps_.count(op)) values_.watch(op);
  for (const OpKey op : watchedOps_)
    if (!ops.count(op)) values_.unwatch(op);
  watchedOps_ = std::move(ops);
  if (!run_.running()) link_.post([this] { link_.worker().values.refresh(); });
  emit faultsChanged();
}

void EngineFaults::setBreakpoint(const BreakpointRecord& breakpoint) {
  try {
    if (!breakpoint.condition.empty()) ValueExpression(breakpoint.condition);
  } catch (const Error& error) {
    return messages_.say(error.diagnostic());
  }
  const auto known = std::find_if(breakpoints_.begin(), breakpoints_.end(),
                                  [&](const auto& each) { return each.op == breakpoint.op; });
  if (known == breakpoints_.end())
    breakpoints_.push_back(breakpoint);
  else
    *known = breakpoint;
  send();
}

void EngineFaults::removeBreakpoint(OpKey op) {
  std::erase_if(breakpoints_, [op](const BreakpointRecord& each) { return each.op == op; });
  send();
}

void EngineFaults::setWatches(const std::vector<WatchRecord>& watches) {
  try {
    for (const WatchRecord& each : watches) ValueExpression(each.expression);
  } catch (const Error& error) {
    return messages_.say(error.diagnostic());
  }
  watches_ = watches;
  send();
}

// Updates the watches that still exist; the list may have changed since the request.
void EngineFaults::takeWatches(const std::vector<WatchRecord>& values) {
  for (WatchRecord& watch : watches_) {
    for (const WatchRecord& value : values)
      if (value.op == watch.op && value.expression == watch.expression) watch = value;
  }
}

void EngineFaults::watchHealth(bool on) {
  link_.control.watchHealth(on);
  if (on) health_ = std::make_shared<HealthLog>();
  emit healthChanged();
}

bool EngineFaults::take(const RunFrame& frame) {
  if (frame.watches) takeWatches(*frame.watches);
  stop_ = frame.stop;
  const bool stops = std::exchange(stops_, frame.stops) != frame.stops;
  if (frame.health) {
    if (!health_) health_ = std::make_shared<HealthLog>();
    health_->add(*frame.health);
    emit healthChanged();
  }
  return stops;
}

void EngineFaults::forget() {
  breakpoints_.clear();
  watches_.clear();
  stop_.reset();
  stops_ = 0;
  health_.reset();
  send();
}

}  // namespace ng::views
