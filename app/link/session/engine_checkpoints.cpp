// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_checkpoints.h"

#include <QFileInfo>

#include "engine/formats/format_table.h"

namespace ng::views {

void EngineCheckpoints::save(const QString& path) {
  // The name of another format would suggest other contents.
  const Format* format = format_for_path(path.toStdString());
  if (format != nullptr && format->name != "safetensors") {
    Diagnostic refused;
    refused.what = "The checkpoint was not saved: checkpoints are safetensors files.";
    refused.where = path.toStdString();
    refused.expected = "a file name that ends in .safetensors";
    refused.action = "Choose a file name with this suffix.";
    return messages_.say(refused);
  }
  link_.post([this, path] {
    if (link_.worker().runs.save(path))
      QMetaObject::invokeMethod(
          this, [this, path] { emit saved(path); }, Qt::QueuedConnection);
  });
}

void EngineCheckpoints::restore(const QString& path) {
  if (run_.running()) return;
  run_.discarding("restore " + QFileInfo(path).fileName(), "restore", [this, path] {
    if (!run_.running()) link_.post([this, path] { link_.worker().runs.restore(path); });
  });
}

}  // namespace ng::views
