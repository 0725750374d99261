// SPDX-License-Identifier: Apache-2.0
// Pictures of widgets: PNG at twice the size, SVG or PDF, selected by the file's suffix.
#pragma once

#include <QImage>
#include <QString>

class QWidget;

namespace ng::views {

class Messages;

QImage pictureOf(QWidget& widget, double scale);
bool exportPicture(QWidget& widget, const QString& path, double scale = 2);  // false: not written
// Asks for a file. A message reports a file that cannot be written.
void chooseExport(QWidget& widget, Messages& messages);

}  // namespace ng::views
