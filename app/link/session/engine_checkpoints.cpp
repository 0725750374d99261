// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_checkpoints.h"

#include <QFileInfo>

#include "engine/formats/format_table.h"
#include "views/core/session/event.h"

namespace ng::views {

namespace {

Diagnostic pauseFirst(const char* what, const QString& path) {
  Diagnostic refused;
  refused.severity = Severity::warning;
  refused.what = QFileInfo(path).fileName().toStdString() + " is not " + what + " during a run.";
  refused.action = "Pause the run first (F6), then try again.";
  return refused;
}

}  // namespace

bool EngineCheckpoints::runs(const char* what, const QString& path) {
  if (!run_.running()) return false;
  emit messages_.message(pauseFirst(what, path));
  return true;
}

void EngineCheckpoints::report(const Event& event) {
  QMetaObject::invokeMethod(
      this, [this, event] { published_.happened(event); }, Qt::QueuedConnection);
}

void EngineCheckpoints::handle(const command::SaveCheckpoint& command) {
  const QString& path = command.path;
  // The name of another format would suggest other contents.
  const Format* format = format_for_path(path.toStdString());
  if (format != nullptr && format->name != "safetensors") {
    Diagnostic refused;
    refused.what = "The checkpoint was not saved: checkpoints are safetensors files.";
    refused.where = path.toStdString();
    refused.expected = "a file name that ends in .safetensors";
    refused.action = "Choose a file name with this suffix.";
    messages_.say(refused);
    return published_.happened(event::CheckpointNotSaved{path});
  }
  link_.post([this, path] {
    if (link_.worker().runs.save(path, CheckpointUse::saved))
      report(event::CheckpointSaved{path});
    else
      report(event::CheckpointNotSaved{path});
  });
}

void EngineCheckpoints::replacingState(const QString& words, std::function<void()> command) {
  run_.discarding(words, "restore", [this, command = std::move(command)] {
    if (!run_.running()) link_.post(command);
  });
}

void EngineCheckpoints::restoreFile(const QString& path, CheckpointUse use) {
  const auto outcome = link_.worker().checkpoints.restore(path, use);
  if (outcome.open) report(event::MatchNeeded{*outcome.open});
  if (outcome.restored && use == CheckpointUse::kept) report(event::KeptRestored{path});
}

void EngineCheckpoints::handle(const command::RestoreCheckpoint& command) {
  if (runs("restored", command.path)) return;
  replacingState("restore " + QFileInfo(command.path).fileName(),
                 [this, path = command.path] { restoreFile(path, CheckpointUse::saved); });
}

void EngineCheckpoints::handle(const command::KeepState& command) {
  link_.post([this, path = command.path] {
    report(event::StateKept{path, link_.worker().runs.save(path, CheckpointUse::kept)});
  });
}

void EngineCheckpoints::handle(const command::RestoreKept& command) {
  if (runs("restored", command.path)) return;
  replacingState("restore the discarded state",
                 [this, path = command.path] { restoreFile(path, CheckpointUse::kept); });
}

void EngineCheckpoints::handle(const command::MatchCheckpoint& command) {
  if (runs("matched", command.path))
    return published_.happened(event::MatchRefused{pauseFirst("matched", command.path)});
  link_.post([this, path = command.path, choices = command.choices] {
    try {
      report(event::Matched{link_.worker().checkpoints.match(path, choices)});
    } catch (const Error& error) {
      report(event::MatchRefused{error.diagnostic()});
    }
  });
}

void EngineCheckpoints::handle(const command::RestoreMatched& command) {
  const QString& path = command.path;
  if (runs("restored", path)) return published_.happened(event::MatchRestored{path, false});
  replacingState("restore " + QFileInfo(path).fileName(), [this, path, choices = command.choices] {
    report(event::MatchRestored{path, link_.worker().checkpoints.restoreMatched(path, choices)});
  });
}

}  // namespace ng::views
