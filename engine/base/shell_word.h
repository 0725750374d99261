// SPDX-License-Identifier: Apache-2.0
// Words of a shell command.
#pragma once

#include <string>
#include <string_view>

namespace ng {

// Quotes a word for a POSIX shell if necessary.
std::string shell_word(std::string_view word);

}  // namespace ng
