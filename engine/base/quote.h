// SPDX-License-Identifier: Apache-2.0
// Text that comes from a file, made fit for a message.
#pragma once

#include <string>
#include <string_view>

namespace ng {

// Quoted; control, invisible and reordering characters and broken UTF-8 escaped; at most 120
// characters of it.
std::string quote(std::string_view text);

}  // namespace ng
