// SPDX-License-Identifier: Apache-2.0
// The lines around the one that made an op, read from the user's file.
#pragma once

#include <QString>
#include <QWidget>

namespace ng::views {

// Where `file` is: as it stands, else seen from the document's folder or one above it, else empty.
QString locateSource(const QString& file, const QString& documentPath);

// A pane of the lines around `line` (1-based) with that one lit, or a sentence when the file
// cannot be read; a button opens the file with the desktop's editor.
QWidget* makeSourceExcerpt(const QString& file, int line, const QString& documentPath);

}  // namespace ng::views
