// SPDX-License-Identifier: Apache-2.0
// Number formatting of the panels.
#include "views/widgets/number_text.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace ng::views {
namespace {

constexpr std::array byteUnits{"B", "KiB", "MiB", "GiB", "TiB"};
constexpr std::array timeUnits{"ns", "µs", "ms", "s"};

// `value` in the largest unit that leaves at least 1 before the point, with three digits.
QString scaled(double value, double step, std::span<const char* const> units) {
  std::size_t unit = 0;
  while (unit + 1 < units.size() && std::abs(value) >= step * 0.9995) {
    value /= step;
    ++unit;
  }
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return QString::number(value, 'f', decimals) + u' ' + QString::fromUtf8(units[unit]);
}

DisplayUnit unitOf(double value, double step, std::span<const char* const> names) {
  DisplayUnit unit{1, QString::fromUtf8(names[0])};
  for (std::size_t i = 1; i < names.size() && std::abs(value) >= unit.size * step; ++i)
    unit = {unit.size * step, QString::fromUtf8(names[i])};
  return unit;
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
  static constexpr std::array units{"kFLOP", "MFLOP", "GFLOP", "TFLOP"};
  return scaled(static_cast<double>(flops) / 1e3, 1e3, units);
}

QString byteText(std::int64_t bytes) {
  if (std::abs(bytes) < 10000) return countText(bytes) + QStringLiteral(" B");
  return scaled(static_cast<double>(bytes) / 1024, 1024, std::span(byteUnits).subspan(1));
}

QString microsecondText(double microseconds, int smallDigits) {
  if (microseconds >= 9.995) return scaled(microseconds, 1e3, std::span(timeUnits).subspan(1));
  return (smallDigits > 0 && microseconds > 0 ? valueText(microseconds, smallDigits)
                                              : QString::number(microseconds, 'f', 1)) +
         QStringLiteral(" µs");
}

DisplayUnit byteUnit(double bytes) {
  return unitOf(bytes, 1024, byteUnits);
}

DisplayUnit timeUnit(double nanoseconds) {
  return unitOf(nanoseconds, 1e3, timeUnits);
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

QString valueText(const Number& value, int significantDigits) {
  return value.is_integer() ? QString::fromStdString(to_string(value.integer()))
                            : valueText(value.real(), significantDigits);
}

QString spanText(double nanoseconds) {
  const double size = std::abs(nanoseconds);
  if (size < 999.5) return QString::number(nanoseconds, 'f', 0) + QStringLiteral(" ns");
  return microsecondText(nanoseconds / 1e3);
}

QString momentText(double time, double span) {
  const DisplayUnit unit = timeUnit(time);
  if (unit.size == 1) return QString::number(time, 'f', 0) + QStringLiteral(" ns");
  const double part = std::max(1.0, span) / unit.size;
  const int most = static_cast<int>(std::lround(std::log10(unit.size)));
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(part))), 2, most);
  return QString::number(time / unit.size, 'f', decimals) + u' ' + unit.name;
}

QString rangeText(double from, double to) {
  const DisplayUnit unit = timeUnit(std::max(std::abs(from), std::abs(to)));
  const double span = std::max(1e-3, (to - from) / unit.size);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(span))), 0, 9);
  return QString::number(from / unit.size, 'f', decimals) + QString::fromUtf8(" – ") +
         QString::number(to / unit.size, 'f', decimals) + u' ' + unit.name;
}

}  // namespace ng::views
