// SPDX-License-Identifier: Apache-2.0
#include "views/file_kind.h"

#include <QFile>
#include <QFileInfo>

#include "engine/trace/trace_file.h"

namespace ng::views {

FileKind fileKindOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == "safetensors" || suffix == "npz" || suffix == "npy") return FileKind::checkpoint;
  if (suffix == "pftrace" || suffix == "perfetto-trace") return FileKind::trace;
  QFile file(path);
  if (suffix != "json" || !file.open(QIODevice::ReadOnly)) return FileKind::none;
  return looks_like_trace(file.read(4096).toStdString()) ? FileKind::trace : FileKind::none;
}

}  // namespace ng::views
