// SPDX-License-Identifier: Apache-2.0
// Breakpoints, watch expressions and health of the engine's run in this process.
#pragma once

#include <set>

#include "app/link/session/engine_values.h"
#include "views/core/session/messages.h"

namespace ng::views {

class EngineFaults {
 public:
  EngineFaults(EngineLink& link, Published& published, EngineRun& run, EngineValues& values,
               Messages& messages)
      : link_(link),
        published_(published),
        state_(published.state.faults),
        run_(run),
        values_(values),
        messages_(messages) {}

  void handle(const command::SetBreakpoint& command);
  void handle(const command::RemoveBreakpoint& command);
  void handle(const command::SetWatches& command);
  void handle(const command::WatchHealth& command);

  bool take(const RunFrame& frame);  // announces only health; true: FaultState::stopped is new
  void forget();                     // the document

 private:
  void send();
  void takeWatches(const std::vector<WatchRecord>& values);

  EngineLink& link_;
  Published& published_;
  FaultState& state_;
  EngineRun& run_;
  EngineValues& values_;
  Messages& messages_;
  std::set<OpId> watchedOps_;  // for breakpoints and watches
  std::uint64_t stops_ = 0;
  std::shared_ptr<HealthLog> health_;
};

}  // namespace ng::views
