// SPDX-License-Identifier: Apache-2.0
// Excerpt of the user's file around the line that created an op.
#pragma once

#include <QString>
#include <QWidget>

namespace ng::views {

// Path of `file`: as given, else relative to the document's folder or one of its parents, else
// empty.
QString locateSource(const QString& file, const QString& documentPath);

// Pane with the lines around `line` (1-based), which is highlighted, and a button that opens the
// file in the desktop's editor. Shows an error message if the file cannot be read.
QWidget* makeSourceExcerpt(const QString& file, int line, const QString& documentPath);

}  // namespace ng::views
