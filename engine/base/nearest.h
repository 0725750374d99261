// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the most similar name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ng {

// The candidate with the smallest edit distance to `text`, ignoring case; the first of several.
// Empty if the distance is more than a third of the length.
std::string nearest(std::string_view text, std::span<const std::string> candidates);

}  // namespace ng
