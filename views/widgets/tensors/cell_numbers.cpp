// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/tensors/cell_numbers.h"

#include <algorithm>

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int mostDigits = 4, leastDigits = 2;

// Shortens "-1.50e-03" to "-1.5e-3".
QString withExponent(double value, int digits) {
  const QString text = QString::number(value, 'e', digits - 1);
  QString size = text.section(u'e', 0, 0);
  while (size.contains(u'.') && (size.endsWith(u'0') || size.endsWith(u'.'))) size.chop(1);
  return size + u'e' + QString::number(text.section(u'e', 1).toInt());
}

}  // namespace

QString cellText(double value, int digits) {
  const QString plain = valueText(value, digits);
  if (value == 0) return plain;
  const QString brief = withExponent(value, digits);
  return plain.contains(u'e') || brief.size() < plain.size() ? brief : plain;
}

int cellDigits(const std::vector<double>& values, const QFontMetrics& font, double width) {
  for (int digits = mostDigits; digits >= leastDigits; --digits) {
    const bool fits = std::all_of(values.begin(), values.end(), [&](double value) {
      return font.horizontalAdvance(cellText(value, digits)) <= width;
    });
    if (fits) return digits;
  }
  return 0;
}

}  // namespace ng::views
