// SPDX-License-Identifier: Apache-2.0
// The largest number of ranks of a program.
#pragma once

namespace ng {

inline constexpr int most_ranks = 16'384;

}  // namespace ng
