// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_faults.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/records/values/value_expression.h"

namespace ng::views {

// Also watches the ops of breakpoints and watches, so that the worker stores their values.
void EngineFaults::send() {
  link_.control.setBreakpoints(state_.breakpoints, state_.watches);
  std::set<OpId> ops;
  for (const BreakpointRecord& each : state_.breakpoints)
    if (!each.condition.empty()) ops.insert(each.op);
  for (const WatchRecord& each : state_.watches) ops.insert(each.op);
  for (const OpId op : ops)
    if (!watchedOps_.count(op)) values_.watch(op);
  for (const OpId op : watchedOps_)
    if (!ops.count(op)) values_.unwatch(op);
  watchedOps_ = std::move(ops);
  if (!run_.running()) link_.post([this] { link_.worker().values.refresh(); });
  published_.changed(StateFacet::faults);
}

void EngineFaults::handle(const command::SetBreakpoint& command) {
  const BreakpointRecord& breakpoint = command.breakpoint;
  try {
    if (!breakpoint.condition.empty()) ValueExpression(breakpoint.condition);
  } catch (const Error& error) {
    return messages_.say(error.diagnostic());
  }
  const auto known = std::find_if(state_.breakpoints.begin(), state_.breakpoints.end(),
                                  [&](const auto& each) { return each.op == breakpoint.op; });
  if (known == state_.breakpoints.end())
    state_.breakpoints.push_back(breakpoint);
  else
    *known = breakpoint;
  send();
}

void EngineFaults::handle(const command::RemoveBreakpoint& command) {
  std::erase_if(state_.breakpoints, [&](const auto& each) { return each.op == command.op; });
  send();
}

void EngineFaults::handle(const command::SetWatches& command) {
  try {
    for (const WatchRecord& each : command.watches) ValueExpression(each.expression);
  } catch (const Error& error) {
    return messages_.say(error.diagnostic());
  }
  state_.watches = command.watches;
  send();
}

// Updates the watches that still exist; the list may have changed since the request.
void EngineFaults::takeWatches(const std::vector<WatchRecord>& values) {
  for (WatchRecord& watch : state_.watches) {
    for (const WatchRecord& value : values)
      if (value.op == watch.op && value.expression == watch.expression) watch = value;
  }
}

void EngineFaults::handle(const command::WatchHealth& command) {
  link_.control.watchHealth(command.on);
  if (command.on) health_ = std::make_shared<HealthLog>();
  state_.health = health_;
  state_.watchesHealth = command.on;
  published_.changed(StateFacet::health);
}

bool EngineFaults::take(const RunFrame& frame) {
  if (frame.watches) takeWatches(*frame.watches);
  state_.stopped = frame.stop;
  const bool stops = std::exchange(stops_, frame.stops) != frame.stops;
  if (frame.health) {
    if (!health_) health_ = std::make_shared<HealthLog>();
    health_->add(*frame.health);
    state_.health = health_;
    published_.changed(StateFacet::health);
  }
  return stops;
}

void EngineFaults::forget() {
  state_.breakpoints.clear();
  state_.watches.clear();
  state_.stopped.reset();
  stops_ = 0;
  health_.reset();
  state_.health.reset();
  send();
}

}  // namespace ng::views
