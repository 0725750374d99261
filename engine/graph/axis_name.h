// SPDX-License-Identifier: Apache-2.0
// Internal and displayed names of axes.
#pragma once

#include <string>
#include <string_view>

namespace ng {

// Marks the output side of weights: the shadow of Y is named "Y__NG_SHADOW", as in the original.
inline constexpr std::string_view shadow_suffix = "__NG_SHADOW";

// Replaces "Y__NG_SHADOW" by "Y′", also within a longer text.
std::string shown_axis_name(std::string text);

// Does `meant`, internal ("Y__NG_SHADOW") or displayed ("Y′"), denote the axis `name`?
bool is_axis_name(std::string_view name, std::string_view meant);

}  // namespace ng
