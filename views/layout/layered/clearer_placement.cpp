// SPDX-License-Identifier: Apache-2.0
#include "views/layout/layered/clearer_placement.h"

#include <algorithm>

namespace ng::views {
namespace {

constexpr double muchSmaller = 0.8;

// The scale at which the whole placement is visible; at most 1, where everything is readable.
double fittingScale(const Placement& placement) {
  double left = 1e18, top = 1e18, right = -1e18, bottom = -1e18;
  for (const auto& [item, centre] : placement.centres) {
    left = std::min(left, centre.x), right = std::max(right, centre.x);
    top = std::min(top, centre.y), bottom = std::max(bottom, centre.y);
  }
  const CardSizes card;
  return std::min({1.0, firstWindow.x / (right - left + card.across),
                   firstWindow.y / (bottom - top + card.along)});
}

}  // namespace

bool isClearer(const Placement& graphviz, const Placement& own) {
  if (own.centres.empty()) return true;
  return fittingScale(graphviz) >= muchSmaller * fittingScale(own);
}

}  // namespace ng::views
