// SPDX-License-Identifier: Apache-2.0
// Short names of documents for titles and labels. A document that was never saved is "untitled".
#pragma once

#include <QFileInfo>
#include <QString>

namespace ng::views {

// File name: "05_logistic_part2.ngraph".
inline QString documentName(const QString& path) {
  return path.isEmpty() ? QStringLiteral("untitled") : QFileInfo(path).fileName();
}

// File name without its suffix: "05_logistic_part2".
inline QString documentBaseName(const QString& path) {
  return QFileInfo(documentName(path)).completeBaseName();
}

}  // namespace ng::views
