// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/fitting_text.h"

#include <algorithm>
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

QString elidedName(const QString& name, const QStringList& others, const QFontMetrics& metrics,
                   int width) {
  if (metrics.horizontalAdvance(name) <= width) return name;
  qsizetype common = 0;
  for (const QString& other : others) {
    if (other == name) continue;
    qsizetype same = 0;
    while (same < name.size() && same < other.size() && name[same] == other[same]) ++same;
    common = std::max(common, same);
  }
  if (common == 0) return metrics.elidedText(name, Qt::ElideMiddle, width);
  const QString dots(QChar(0x2026)), tail = name.mid(common);
  const int room = width - metrics.horizontalAdvance(dots + tail);
  if (room < 0)
    return dots + metrics.elidedText(tail, Qt::ElideRight, width - metrics.horizontalAdvance(dots));
  qsizetype head = 0;
  while (head < common && metrics.horizontalAdvance(name.left(head + 1)) <= room) ++head;
  return name.left(head) + dots + tail;
}

}  // namespace ng::views
