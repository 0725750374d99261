// SPDX-License-Identifier: Apache-2.0
// Names of axes: as they are, and as people are shown them.
#pragma once

#include <string>
#include <string_view>

namespace ng {

// Of the output side of weights: the shadow of Y is named "Y__NG_SHADOW", as the original names it.
inline constexpr std::string_view shadow_suffix = "__NG_SHADOW";

// "Y′" of "Y__NG_SHADOW", also within a longer text.
std::string shown_axis_name(std::string text);

// Is the axis `name` meant by "Y__NG_SHADOW", or by "Y′"?
bool is_axis_name(std::string_view name, std::string_view meant);

}  // namespace ng
