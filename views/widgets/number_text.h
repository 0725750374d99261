// SPDX-License-Identifier: Apache-2.0
// Number formatting of the panels: thousands separated by commas, a space before the unit, and a
// fixed number of significant digits so that columns line up.
#pragma once

#include <QString>
#include <cstdint>

namespace ng::views {

QString countText(std::int64_t value);                       // "1,024"
QString countText(std::int64_t value, const QString& noun);  // "1 op", "19 ops"
QString flopText(std::int64_t flops);                        // "1,024 FLOP", "2.35 MFLOP"
QString byteText(std::int64_t bytes);          // "2,576 B", "1.25 MB" (1 KB = 1,024 B)
QString microsecondText(double microseconds);  // "8.4 us", "1.25 ms", "2.10 s"
QString percentText(double fraction);          // 0.61 -> "61 %", 0.004 -> "0.4 %"
QString ratioText(double value);               // arithmetic intensity: "0.4", "12.8"
QString valueText(double value, int significantDigits = 5);  // "2.0726", "nan", "-inf", "1e-12"

}  // namespace ng::views
