// SPDX-License-Identifier: Apache-2.0
// What a document is called where its path is too long; one that was never saved is untitled.
#pragma once

#include <QFileInfo>
#include <QString>

namespace ng::views {

// "05_logistic_part2.ngraph".
inline QString documentName(const QString& path) {
  return path.isEmpty() ? QStringLiteral("untitled") : QFileInfo(path).fileName();
}

// "05_logistic_part2".
inline QString documentBaseName(const QString& path) {
  return QFileInfo(documentName(path)).completeBaseName();
}

}  // namespace ng::views
