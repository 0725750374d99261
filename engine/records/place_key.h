// SPDX-License-Identifier: Apache-2.0
// Key of an op's metadata: where an editor put its card.
#pragma once

namespace ng {

inline constexpr const char* place_key = "place";

}  // namespace ng
