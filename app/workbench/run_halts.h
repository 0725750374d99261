// SPDX-License-Identifier: Apache-2.0
// Breakpoints and watches on the engine's thread: read once, evaluated over the values of a call.
#pragma once

#include <map>

#include "app/workbench/engine_control.h"
#include "engine/session/value_expression.h"

namespace ng::views {

using ValuesOfCall = std::map<OpKey, TensorRecordPtr>;

class RunHalts {
 public:
  void follow(const EngineControl& control);  // brings them up to date
  bool any() const { return !breakpoints_.empty(); }
  // Those that hold, of ops whose value is there. A condition that cannot be evaluated halts too,
  // and says why: it would be passed over in silence else.
  std::vector<StopRecord> holding(const ValuesOfCall& values) const;
  std::vector<WatchRecord> evaluated(const ValuesOfCall& values) const;

 private:
  struct Breakpoint {
    BreakpointRecord record;
    std::optional<ValueExpression> condition;  // nothing: always
  };
  std::vector<Breakpoint> breakpoints_;
  std::vector<std::pair<WatchRecord, ValueExpression>> watches_;
  std::uint64_t generation_ = 0;
};

}  // namespace ng::views
