// SPDX-License-Identifier: Apache-2.0
// run_graph.h for tests: differences as Qt Test prints them.
#pragma once

#include <QString>

#include "tests/support/run_graph.h"

namespace ng {

inline QString difference(const std::vector<double>& found, const std::vector<double>& expected,
                          double rtol, double atol) {
  return QString::fromStdString(difference_text(found, expected, rtol, atol));
}
inline QString difference(const Values& found, const Values& expected, double rtol, double atol) {
  return QString::fromStdString(difference_text(found, expected, rtol, atol));
}

}  // namespace ng
