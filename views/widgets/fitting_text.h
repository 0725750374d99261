// SPDX-License-Identifier: Apache-2.0
// Fits a line of text into a given width.
#pragma once

#include <QFontMetrics>
#include <QString>

namespace ng::views {

// Digits are never elided: if `text` consists of numbers (or a mean ± a deviation), they are
// rounded until they fit in `width` pixels. Any other text is elided.
QString fittingText(QString text, const QFontMetrics& metrics, int width, Qt::TextElideMode elide);

}  // namespace ng::views
