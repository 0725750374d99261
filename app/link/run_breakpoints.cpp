// SPDX-License-Identifier: Apache-2.0
#include "app/link/run_breakpoints.h"

#include <cmath>

#include "engine/base/error.h"

namespace ng::views {

void RunBreakpoints::follow(const EngineControl& control) {
  std::vector<BreakpointRecord> breakpoints;
  std::vector<WatchRecord> watches;
  if (!control.takeBreakpoints(taken_, breakpoints, watches)) return;
  breakpoints_.clear();
  watches_.clear();
  for (const BreakpointRecord& each : breakpoints) {
    Breakpoint breakpoint{each, {}};
    if (!each.condition.empty()) breakpoint.condition.emplace(each.condition);
    breakpoints_.push_back(std::move(breakpoint));
  }
  for (const WatchRecord& each : watches)
    watches_.emplace_back(each, ValueExpression(each.expression));
}

std::vector<StopRecord> RunBreakpoints::holding(
    const ValuesOfCall& values, const std::function<std::string(OpId)>& nameOf) const {
  std::vector<StopRecord> stops;
  for (const Breakpoint& each : breakpoints_) {
    const auto found = values.find(each.record.op);
    StopRecord stop;
    stop.op = each.record.op;
    stop.text = "stopped at " + nameOf(each.record.op);
    if (each.condition) {
      if (found == values.end()) continue;
      stop.text += ": " + each.record.condition;
      try {
        const double holds = (*each.condition)(found->second->value, found->second->axes);
        if (holds == 0 || std::isnan(holds)) continue;
      } catch (const Error& error) {
        stop.text += " (" + error.diagnostic().what + ")";
      }
    }
    stops.push_back(std::move(stop));
  }
  return stops;
}

std::vector<WatchRecord> RunBreakpoints::evaluated(const ValuesOfCall& values) const {
  std::vector<WatchRecord> watches;
  for (const auto& [record, expression] : watches_) {
    WatchRecord& watch = watches.emplace_back(record);
    watch.value.reset();
    watch.fault.clear();
    const auto found = values.find(record.op);
    if (found == values.end()) {
      watch.fault = "not computed yet";
      continue;
    }
    watch.iteration = found->second->iteration;
    try {
      watch.value = expression(found->second->value, found->second->axes);
    } catch (const Error& error) {
      watch.fault = error.diagnostic().what;
    }
  }
  return watches;
}

}  // namespace ng::views
