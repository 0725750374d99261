// SPDX-License-Identifier: Apache-2.0
// Guesses the type of a file that no format recognises.
#pragma once

#include <optional>
#include <string>

#include "engine/base/reader.h"

namespace ng {

struct UnknownContent {
  std::string kind;    // "an HTML page"; or the first line of a text, or bytes in hexadecimal
  std::string action;  // suggested action
};
UnknownContent describe_unknown_content(const Reader& reader);

// An error message of a server in JSON or XML, which was saved instead of a file.
std::optional<UnknownContent> describe_error_page(const Reader& reader);

}  // namespace ng
