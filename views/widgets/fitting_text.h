// SPDX-License-Identifier: Apache-2.0
// Fits a line of text into a given width.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

namespace ng::views {

// Digits are never elided: if `text` consists of numbers (or a mean ± a deviation), they are
// rounded until they fit in `width` pixels. Any other text is elided.
QString fittingText(QString text, const QFontMetrics& metrics, int width, Qt::TextElideMode elide);

// Elides a name that is listed next to `others` in what they have in common, never where it differs
// from them: of "layer_1/conv_weights" and "layer_1/conv_bias", "lay…weights".
QString elidedName(const QString& name, const QStringList& others, const QFontMetrics& metrics,
                   int width);

}  // namespace ng::views
