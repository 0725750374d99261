// SPDX-License-Identifier: Apache-2.0
// Numbers inside the cells of a heat map, with as many digits as fit into all cells.
#pragma once

#include <QFontMetrics>
#include <QString>
#include <vector>

namespace ng::views {

// `value` with `digits` significant digits, in decimal or exponent form, whichever is shorter:
// "-0.25", "-2e-3".
QString cellText(double value, int digits);

// The largest number of digits (at most 4) with which all `values` fit into `width` pixels; 0 if
// two digits do not fit.
int cellDigits(const std::vector<double>& values, const QFontMetrics& font, double width);

}  // namespace ng::views
