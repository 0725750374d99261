// SPDX-License-Identifier: Apache-2.0
// Number formatting of the panels.
#include "views/widgets/number_text.h"

#include <QLocale>
#include <array>
#include <cmath>

namespace ng::views {
namespace {

// `value` in the largest unit that leaves at least 1 before the point, with three digits.
template <std::size_t N>
QString scaled(double value, double step, const std::array<const char*, N>& units) {
  std::size_t unit = 0;
  while (unit + 1 < N && std::abs(value) >= step * 0.9995) {
    value /= step;
    ++unit;
  }
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return QString::number(value, 'f', decimals) + u' ' + QString::fromLatin1(units[unit]);
}

}  // namespace

QString countText(std::int64_t value) {
  return QLocale(QLocale::English).toString(static_cast<qlonglong>(value));
}

QString countText(std::int64_t value, const QString& noun) {
  return countText(value) + u' ' + noun + (value == 1 ? QString() : QStringLiteral("s"));
}

QString flopText(std::int64_t flops) {
  if (std::abs(flops) < 100000) return countText(flops) + QStringLiteral(" FLOP");
  return scaled(static_cast<double>(flops) / 1e3, 1e3,
                std::array{"kFLOP", "MFLOP", "GFLOP", "TFLOP"});
}

QString byteText(std::int64_t bytes) {
  if (std::abs(bytes) < 10000) return countText(bytes) + QStringLiteral(" B");
  return scaled(static_cast<double>(bytes) / 1024, 1024, std::array{"KB", "MB", "GB", "TB"});
}

QString microsecondText(double microseconds) {
  if (microseconds < 9.995) return QString::number(microseconds, 'f', 1) + QStringLiteral(" us");
  return scaled(microseconds, 1e3, std::array{"us", "ms", "s"});
}

QString percentText(double fraction) {
  const double percent = fraction * 100;
  const bool small = percent > 0 && percent < 9.95;
  return QString::number(percent, 'f', small ? 1 : 0) + QStringLiteral(" %");
}

QString ratioText(double value) {
  return QString::number(value, 'f', value < 100 ? (value < 10 ? 2 : 1) : 0);
}

QString valueText(double value, int significantDigits) {
  if (std::isnan(value)) return QStringLiteral("nan");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
  if (value == 0) return QStringLiteral("0");
  return QString::number(value, 'g', significantDigits);
}

}  // namespace ng::views
