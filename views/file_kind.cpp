// SPDX-License-Identifier: Apache-2.0
#include "views/file_kind.h"

#include <QFile>
#include <QFileInfo>

#include "engine/documents/checkpoint_contents.h"
#include "engine/trace/trace_file.h"

namespace ng::views {

FileKind fileKindOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == "safetensors" || suffix == "npz" || suffix == "npy") return FileKind::checkpoint;
  if (suffix == "pftrace" || suffix == "perfetto-trace") return FileKind::trace;
  QFile file(path);
  if (suffix == "json" && file.open(QIODevice::ReadOnly) &&
      looks_like_trace(file.read(4096).toStdString()))
    return FileKind::trace;
  return is_checkpoint_file(path.toStdString()) ? FileKind::checkpoint : FileKind::none;
}

}  // namespace ng::views
