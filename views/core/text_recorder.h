// SPDX-License-Identifier: Apache-2.0
// Records the texts that a widget paints, with a paint device that draws nothing.
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

// The widget's own texts, without those of its children, in painting order. Omits texts that are
// clipped or outside the widget. Paints the widget: GUI thread only.
std::vector<PaintedText> paintedTexts(QWidget& widget);

}  // namespace ng::views
