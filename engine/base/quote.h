// SPDX-License-Identifier: Apache-2.0
// Text that comes from a file, made fit for a message or for a comment in a program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ng {

// Quoted; control, invisible and reordering characters and broken UTF-8 escaped; at most 120
// characters of it.
std::string quote(std::string_view text);

// For a line comment of C++, CUDA, Python or a shell: whatever `text` is, the result is one line
// that ends neither the comment nor continues it. Control, invisible and reordering characters,
// broken UTF-8, backslashes, trigraphs and "*/" are written as %0a; at most `most` characters of it.
std::string comment_text(std::string_view text, std::size_t most = 240);

// Whether a character below 0x20, or 0x7f, is in it: names of axes and ops have none.
bool has_control_character(std::string_view text);

}  // namespace ng
