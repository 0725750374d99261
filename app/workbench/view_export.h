// SPDX-License-Identifier: Apache-2.0
// A picture of a widget as it stands: PNG at twice the size, SVG or PDF by the file's ending.
#pragma once

#include <QImage>
#include <QString>

class QWidget;

namespace ng::views {

QImage pictureOf(QWidget& widget, double scale);
bool exportPicture(QWidget& widget, const QString& path, double scale = 2);  // false: not written
void chooseExport(QWidget& widget);                                          // asks where to

}  // namespace ng::views
