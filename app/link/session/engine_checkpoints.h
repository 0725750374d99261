// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the engine's run in this process.
#pragma once

#include "app/link/session/engine_run.h"
#include "views/core/session/command.h"
#include "views/core/session/messages.h"

namespace ng::views {

class EngineCheckpoints : public QObject {
 public:
  EngineCheckpoints(EngineLink& link, Published& published, EngineRun& run, Messages& messages)
      : link_(link), published_(published), run_(run), messages_(messages) {}

  void handle(const command::SaveCheckpoint& command);
  void handle(const command::RestoreCheckpoint& command);
  void handle(const command::MatchCheckpoint& command);
  void handle(const command::RestoreMatched& command);
  void handle(const command::KeepState& command);
  void handle(const command::RestoreKept& command);

 private:
  // Whether a run prevents that the file is `what`, "restored" or "matched"; a message says so.
  bool runs(const char* what, const QString& path);
  // On the engine's thread.
  void restoreFile(const QString& path, CheckpointUse use);
  // Runs `command` on the engine's thread, after the question about unsaved state.
  void replacingState(const QString& words, std::function<void()> command);
  // Reports what happened on the engine's thread.
  void report(const Event& event);

  EngineLink& link_;
  Published& published_;
  EngineRun& run_;
  Messages& messages_;
};

}  // namespace ng::views
