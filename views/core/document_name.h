// SPDX-License-Identifier: Apache-2.0
// Names of documents for titles and labels. A document that was never saved is "untitled"; the
// graph of a program has the program's name.
#pragma once

#include <QFileInfo>
#include <QString>

#include "engine/records/document_record.h"
#include "views/core/workspace.h"

namespace ng::views {

// File name: "05_logistic_part2.ngraph".
inline QString documentName(const QString& path) {
  return path.isEmpty() ? QStringLiteral("untitled") : QFileInfo(path).fileName();
}

// File name without its suffix: "05_logistic_part2".
inline QString documentBaseName(const QString& path) {
  return QFileInfo(documentName(path)).completeBaseName();
}

// The program that built the document at `path`, which is in a temporary folder; empty: none, and
// the document is a file of the user.
inline QStringList programOf(const Workspace& workspace, const QString& path) {
  return workspace.scripts != nullptr ? workspace.scripts->programOf(path) : QStringList();
}

// The file that the user knows the document by: the program that built it, else its own.
inline QString shownFile(const Workspace& workspace) {
  const DocumentRecordPtr document = workspace.documents.document();
  const QString path = document ? QString::fromStdString(document->path) : QString();
  const QStringList program = programOf(workspace, path);
  return program.isEmpty() ? path : program.front();
}

}  // namespace ng::views
