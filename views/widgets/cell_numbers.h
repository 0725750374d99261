// SPDX-License-Identifier: Apache-2.0
// Numbers within the cells of a map: as many digits as all of them have room for.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <vector>

namespace ng::views {

// `digits` significant ones, as a decimal number or with an exponent, whichever is shorter:
// "-0.25", "-2e-3".
QString cellText(double value, int digits);

// The most digits, 4 at most, with which each of `values` is at most `width` wide; 0: not even two.
int cellDigits(const std::vector<double>& values, const QFontMetrics& font, double width);

}  // namespace ng::views
