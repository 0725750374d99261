// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the engine's run in this process.
#pragma once

#include "app/link/session/engine_run.h"
#include "views/core/session/checkpoints.h"
#include "views/core/session/messages.h"

namespace ng::views {

class EngineCheckpoints : public Checkpoints {
  Q_OBJECT

 public:
  EngineCheckpoints(EngineLink& link, EngineRun& run, Messages& messages)
      : link_(link), run_(run), messages_(messages) {}

  void save(const QString& path) override;
  void restore(const QString& path) override;

 private:
  EngineLink& link_;
  EngineRun& run_;
  Messages& messages_;
};

}  // namespace ng::views
