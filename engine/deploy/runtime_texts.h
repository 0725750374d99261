// SPDX-License-Identifier: Apache-2.0
// The C runtime of ahead-of-time programs and the templates of their files (resources/deploy).
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace ng::deploy_texts {

extern const char *const header, *const header_state, *const source, *const main, *const main_save;
extern const char *const cmake, *const readme;
// Names and texts of the runtime's files.
std::span<const std::pair<std::string_view, std::string_view>> runtime();

}  // namespace ng::deploy_texts
