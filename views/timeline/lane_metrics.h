// SPDX-License-Identifier: Apache-2.0
// Pixels of the timeline's lanes.
#pragma once

namespace ng::views::lane {

inline constexpr int names = 112;  // the column of lane names
inline constexpr int ruler = 24;
inline constexpr int row = 18;
inline constexpr int gap = 8;     // between lanes
inline constexpr int least = 3;   // events narrower than this are folded
inline constexpr int label = 28;  // bars narrower than this have no text

}  // namespace ng::views::lane
