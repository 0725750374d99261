// SPDX-License-Identifier: Apache-2.0
// Curves and values that the engine in this process has sent.
#pragma once

#include <map>

#include "app/link/session/engine_run.h"

namespace ng::views {

class EngineValues {
 public:
  EngineValues(EngineLink& link, Published& published, EngineRun& run)
      : link_(link), published_(published), run_(run) {}

  void handle(const command::Watch& command) { watch(command.op); }
  void handle(const command::Unwatch& command) { unwatch(command.op); }

  // Calls are counted.
  void watch(OpId op);
  void unwatch(OpId op);
  StateFacets take(RunFrame& frame);  // without a signal; returns what changed
  void forget();                      // the document

 private:
  void sendWatched();

  EngineLink& link_;
  Published& published_;
  EngineRun& run_;
  std::shared_ptr<SeriesList> series_ = std::make_shared<SeriesList>();  // grows in place
  std::map<OpId, int> watches_;
};

}  // namespace ng::views
