// SPDX-License-Identifier: Apache-2.0
// Pictures of widgets: PNG at twice the size, SVG or PDF, selected by the file's suffix.
#pragma once

#include <QImage>
#include <QString>

class QWidget;

namespace ng::views {

QImage pictureOf(QWidget& widget, double scale);
bool exportPicture(QWidget& widget, const QString& path, double scale = 2);  // false: not written
void chooseExport(QWidget& widget);                                          // asks for a file

}  // namespace ng::views
