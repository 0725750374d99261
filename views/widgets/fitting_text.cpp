// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/fitting_text.h"

#include <QStringList>
#include <optional>

namespace ng::views {
namespace {

// Rounds each number of `text` to `digits`; nullopt if a word is not a number.
std::optional<QString> withDigits(const QString& text, int digits) {
  QStringList words = text.split(u' ', Qt::SkipEmptyParts);
  for (QString& word : words) {
    if (word == QString::fromUtf8("±")) continue;
    bool isNumber = false;
    const double value = QString(word).remove(u',').toDouble(&isNumber);
    if (!isNumber) return std::nullopt;
    word = QString::number(value, 'g', digits);
  }
  return words.join(u' ');
}

}  // namespace

QString fittingText(QString text, const QFontMetrics& metrics, int width, Qt::TextElideMode elide) {
  text.replace(QChar::LineSeparator, u' ').replace(u'\n', u' ');
  if (metrics.horizontalAdvance(text) <= width) return text;
  for (int digits = 6; digits > 0; --digits) {
    const std::optional<QString> shorter = withDigits(text, digits);
    if (!shorter) break;
    if (metrics.horizontalAdvance(*shorter) <= width) return *shorter;
  }
  return metrics.elidedText(text, elide, width);
}

}  // namespace ng::views
