// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the name that someone probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ng {

// The candidate with the fewest single-character edits to `text`, capitals aside; nothing when even
// that one is more than a third of the characters away. The first of equals.
std::string nearest(std::string_view text, std::span<const std::string> candidates);

}  // namespace ng
