// SPDX-License-Identifier: Apache-2.0
// Breakpoints and watches on the engine's thread: parsed once, evaluated with the values of each
// call.
#pragma once

#include <functional>
#include <map>

#include "app/link/engine_control.h"
#include "engine/records/records.h"
#include "engine/records/values/value_expression.h"

namespace ng::views {

using ValuesOfCall = std::map<OpId, TensorRecordPtr>;

class RunBreakpoints {
 public:
  void follow(const EngineControl& control);  // updates them if changed
  bool any() const { return !breakpoints_.empty(); }
  // Breakpoints whose condition holds, and those without one. A condition that cannot be evaluated
  // also stops, and reports why, instead of being ignored silently.
  std::vector<StopRecord> holding(const ValuesOfCall& values,
                                  const std::function<std::string(OpId)>& nameOf) const;
  std::vector<WatchRecord> evaluated(const ValuesOfCall& values) const;

 private:
  struct Breakpoint {
    BreakpointRecord record;
    std::optional<ValueExpression> condition;  // nullopt: always
  };
  std::vector<Breakpoint> breakpoints_;
  std::vector<std::pair<WatchRecord, ValueExpression>> watches_;
  Request taken_;
};

}  // namespace ng::views
