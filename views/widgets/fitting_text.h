// SPDX-License-Identifier: Apache-2.0
// One line of text in the width that there is.
#pragma once

#include <QFontMetrics>
#include <QString>

namespace ng::views {

// Digits are never cut: where `text` is numbers alone (or a mean ± a deviation), they are written
// with fewer digits until they fit in `width` pixels. Anything else is elided.
QString fittingText(QString text, const QFontMetrics& metrics, int width, Qt::TextElideMode elide);

}  // namespace ng::views
