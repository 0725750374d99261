// SPDX-License-Identifier: Apache-2.0
// Number formatting of the panels: thousands separated by commas, a space before the unit, and a
// fixed number of significant digits so that columns line up.
#pragma once

#include <QString>
#include <cstdint>

#include "engine/base/number.h"

namespace ng::views {

QString countText(std::int64_t value);                       // "1,024"
QString countText(std::int64_t value, const QString& noun);  // "1 op", "19 ops"
QString flopText(std::int64_t flops);                        // "1,024 FLOP", "2.35 MFLOP"
QString byteText(std::int64_t bytes);                        // "2,576 B", "1.25 MiB"
// "8.4 µs", "1.25 ms", "2.10 s". `smallDigits`: significant digits below 10 µs; 0: one decimal.
QString microsecondText(double microseconds, int smallDigits = 0);
QString percentText(double fraction);                        // 0.61 -> "61 %", 0.004 -> "0.4 %"
QString ratioText(double value);                             // arithmetic intensity: "0.4", "12.8"
QString valueText(double value, int significantDigits = 5);  // "2.0726", "nan", "-inf", "1e-12"
// The same of a real number; all digits of an integer.
QString valueText(const Number& value, int significantDigits = 5);

// A unit for several numbers, such as the ticks of an axis: the largest in which `bytes` or
// `nanoseconds` is at least 1.
struct DisplayUnit {
  double size;  // in bytes or nanoseconds
  QString name;
};
DisplayUnit byteUnit(double bytes);
DisplayUnit timeUnit(double nanoseconds);

// Times in nanoseconds.
QString spanText(double nanoseconds);  // e.g. "214 ns", "8.4 µs", "1.24 ms", "2.10 s"
// Time of an event of length `span`, with enough digits to locate it, e.g. "1.6950321 s".
QString momentText(double time, double span);
QString rangeText(double from, double to);  // e.g. "1.20 – 3.42 ms"

}  // namespace ng::views
