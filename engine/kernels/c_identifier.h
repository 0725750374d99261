// SPDX-License-Identifier: Apache-2.0
// Identifiers of generated C++ and CUDA C++, made from names that users chose.
#pragma once

#include <string>
#include <string_view>

namespace ng::kernel {

// Letters, digits and underscores of ASCII, at most 48 of them: "ax.C" is "ax_C", "Y′" is "Y_out".
// Names may become alike; whoever writes them side by side tells them apart.
std::string c_identifier(std::string_view name);

// Whether the identifier is a keyword, a macro that compilers define, or used by the text itself.
bool is_taken_in_c(const std::string& name);

}  // namespace ng::kernel
