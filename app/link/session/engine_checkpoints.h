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
  void match(const QString& path, const BindingChoices& choices) override;
  void restoreMatched(const QString& path, const BindingChoices& choices) override;
  void keep(const QString& path) override;
  void restoreKept(const QString& path) override;

 private:
  // Whether a run prevents that the file is `what`, "restored" or "matched"; a message says so.
  bool runs(const char* what, const QString& path);
  // On the engine's thread.
  void restoreFile(const QString& path, CheckpointUse use);
  // Runs `command` on the engine's thread, after the question about unsaved state.
  void replacingState(const QString& words, std::function<void()> command);
  EngineLink& link_;
  EngineRun& run_;
  Messages& messages_;
};

}  // namespace ng::views
