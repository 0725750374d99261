// SPDX-License-Identifier: Apache-2.0
// Makes text from files safe for messages and for comments in programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ng {

// Quotes `text`; escapes control, invisible and reordering characters and invalid UTF-8; shows at
// most 120 characters.
std::string quote(std::string_view text);

// `text` for a line comment of C++, CUDA, Python or a shell: a single line that neither ends nor
// continues the comment. Control, invisible and reordering characters, invalid UTF-8, backslashes,
// trigraphs and "*/" are written as %0a; at most `most` characters.
std::string comment_text(std::string_view text, std::size_t most = 240);

// Does `text` contain a character below 0x20, or 0x7f? Names of axes and ops must not.
bool has_control_character(std::string_view text);

}  // namespace ng
