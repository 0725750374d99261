// SPDX-License-Identifier: Apache-2.0
// Boxes of a row that would overlap stand side by side around the mean of where they want to be.
#pragma once

#include <vector>

namespace ng::views {

// `centres`: where the boxes want to be, in their order; neighbours come to stand at least `apart`
// from each other, one fewer than there are boxes. Least squares under that order.
void settleRow(std::vector<double>& centres, const std::vector<double>& apart);

}  // namespace ng::views
