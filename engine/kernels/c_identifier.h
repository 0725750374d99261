// SPDX-License-Identifier: Apache-2.0
// Makes identifiers of generated C++ and CUDA C++ from user names.
#pragma once

#include <string>
#include <string_view>

namespace ng::kernel {

// At most 48 ASCII letters, digits and underscores: "ax.C" becomes "ax_C", "Y′" becomes "Y_out".
// Different names may give the same identifier; callers make them unique.
std::string c_identifier(std::string_view name);

// Is the identifier a keyword, a compiler macro, or used by the generated text itself?
bool is_taken_in_c(const std::string& name);

}  // namespace ng::kernel
