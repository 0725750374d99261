// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_checkpoints.h"

#include <QFileInfo>

#include "engine/formats/format_table.h"

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

void EngineCheckpoints::save(const QString& path) {
  // The name of another format would suggest other contents.
  const Format* format = format_for_path(path.toStdString());
  if (format != nullptr && format->name != "safetensors") {
    Diagnostic refused;
    refused.what = "The checkpoint was not saved: checkpoints are safetensors files.";
    refused.where = path.toStdString();
    refused.expected = "a file name that ends in .safetensors";
    refused.action = "Choose a file name with this suffix.";
    messages_.say(refused);
    return emit notSaved(path);
  }
  link_.post([this, path] {
    const bool done = link_.worker().runs.save(path, CheckpointUse::saved);
    QMetaObject::invokeMethod(
        this, [this, path, done] { done ? emit saved(path) : emit notSaved(path); },
        Qt::QueuedConnection);
  });
}

void EngineCheckpoints::replacingState(const QString& words, std::function<void()> command) {
  run_.discarding(words, "restore", [this, command = std::move(command)] {
    if (!run_.running()) link_.post(command);
  });
}

void EngineCheckpoints::restoreFile(const QString& path, CheckpointUse use) {
  const auto outcome = link_.worker().checkpoints.restore(path, use);
  QMetaObject::invokeMethod(
      this,
      [this, path, use, outcome] {
        if (outcome.open) emit matchNeeded(*outcome.open);
        if (outcome.restored && use == CheckpointUse::kept) emit keptRestored(path);
      },
      Qt::QueuedConnection);
}

void EngineCheckpoints::restore(const QString& path) {
  if (runs("restored", path)) return;
  replacingState("restore " + QFileInfo(path).fileName(),
                 [this, path] { restoreFile(path, CheckpointUse::saved); });
}

void EngineCheckpoints::keep(const QString& path) {
  link_.post([this, path] {
    const bool written = link_.worker().runs.save(path, CheckpointUse::kept);
    QMetaObject::invokeMethod(
        this, [this, path, written] { emit kept(path, written); }, Qt::QueuedConnection);
  });
}

void EngineCheckpoints::restoreKept(const QString& path) {
  if (runs("restored", path)) return;
  replacingState("restore the discarded state",
                 [this, path] { restoreFile(path, CheckpointUse::kept); });
}

void EngineCheckpoints::match(const QString& path, const BindingChoices& choices) {
  if (runs("matched", path)) return emit matchRefused(pauseFirst("matched", path));
  link_.post([this, path, choices] {
    try {
      QMetaObject::invokeMethod(
          this,
          [this, match = link_.worker().checkpoints.match(path, choices)] { emit matched(match); },
          Qt::QueuedConnection);
    } catch (const Error& error) {
      QMetaObject::invokeMethod(
          this, [this, why = error.diagnostic()] { emit matchRefused(why); }, Qt::QueuedConnection);
    }
  });
}

void EngineCheckpoints::restoreMatched(const QString& path, const BindingChoices& choices) {
  if (runs("restored", path)) return emit matchRestored(path, false);
  replacingState("restore " + QFileInfo(path).fileName(), [this, path, choices] {
    const bool restored = link_.worker().checkpoints.restoreMatched(path, choices);
    QMetaObject::invokeMethod(
        this, [this, path, restored] { emit matchRestored(path, restored); }, Qt::QueuedConnection);
  });
}

}  // namespace ng::views
