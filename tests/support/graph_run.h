// SPDX-License-Identifier: Apache-2.0
// run_graph.h for tests: differences as Qt Test prints them.
#pragma once

#include <QString>
#include <algorithm>
#include <cmath>

#include "tests/support/run_graph.h"

namespace ng {

inline QString difference(const std::vector<double>& found, const std::vector<double>& expected,
                          double rtol, double atol) {
  return QString::fromStdString(difference_text(found, expected, rtol, atol));
}
inline QString difference(const Values& found, const Values& expected, double rtol, double atol) {
  return QString::fromStdString(difference_text(found, expected, rtol, atol));
}

// The first result that differs from the expected one by more than rounding of its largest element.
inline QString far_from(const Values& found, const Values& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!expected[i]) continue;
    const std::vector<double> f = found[i]->values(), e = expected[i]->values();
    double largest = 1;
    for (const double value : e) largest = std::max(largest, std::abs(value));
    const QString wrong = difference(f, e, 0, 2e-4 * largest);
    if (!wrong.isEmpty()) return QString("result %1: %2").arg(i).arg(wrong);
  }
  return {};
}

}  // namespace ng
