// SPDX-License-Identifier: Apache-2.0
// Files that pictures are written to.
#pragma once

#include <QFileInfo>
#include <QString>
#include <QStringList>

namespace ng::views {

// Why no picture can be written to a file of this name; empty: its suffix is known.
inline QString whyNoPicture(const QString& file) {
  const QString suffix = QFileInfo(file).suffix().toLower();
  if (QStringList{"svg", "pdf", "png"}.contains(suffix)) return {};
  return QString("Unknown picture format '%1'; use svg, pdf or png.").arg(suffix);
}

}  // namespace ng::views
