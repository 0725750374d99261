// SPDX-License-Identifier: Apache-2.0
// The texts that a widget paints, caught by a paint device that draws nothing.
#pragma once

#include <QRectF>
#include <QString>
#include <vector>

class QWidget;

namespace ng::views {

struct PaintedText {
  QRectF at;  // in the widget's pixels
  QString text;
};

// Without those of its children, in the order of painting. Texts outside the widget or clipped away
// are left out. Paints the widget: GUI thread only.
std::vector<PaintedText> paintedTexts(QWidget& widget);

}  // namespace ng::views
