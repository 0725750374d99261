// SPDX-License-Identifier: Apache-2.0
// Resolves overlaps of the boxes of a row: moves them side by side around the mean of their wanted
// positions.
#pragma once

#include <vector>

namespace ng::views {

// `centres`: the wanted positions of the boxes, in order; on return neighbours are at least `apart`
// from each other (one element fewer than boxes). Minimizes the sum of squared moves under that
// order.
void settleRow(std::vector<double>& centres, const std::vector<double>& apart);

}  // namespace ng::views
