// SPDX-License-Identifier: Apache-2.0
// Pixel metrics of the timeline lanes.
#pragma once

namespace ng::views::lane {

inline constexpr int names = 112;  // width of the lane names
inline constexpr int ruler = 24;
inline constexpr int row = 18;
inline constexpr int gap = 8;     // between lanes
inline constexpr int least = 3;   // narrower events are merged
inline constexpr int label = 28;  // narrower bars have no text

}  // namespace ng::views::lane
