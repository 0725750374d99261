// SPDX-License-Identifier: Apache-2.0
#include "views/script/traceback.h"

#include <QRegularExpression>

namespace ng::views {

std::optional<TracebackPlace> placeIn(const QString& printed) {
  static const QRegularExpression place("File \"([^\"]+)\", line (\\d{1,9})");
  const QRegularExpressionMatch match = place.match(printed);
  if (!match.hasMatch()) return std::nullopt;
  return TracebackPlace{match.captured(1), match.captured(2).toInt(),
                        static_cast<int>(match.capturedStart()),
                        static_cast<int>(match.capturedLength())};
}

bool beginsTraceback(const QString& printed) {
  // Syntax errors start with the location.
  return printed.startsWith("Traceback (most recent call last):") ||
         printed.startsWith("  File \"");
}

bool endsTraceback(const QString& printed) {
  return !printed.isEmpty() && !printed[0].isSpace() && !printed.startsWith("Traceback");
}

}  // namespace ng::views
