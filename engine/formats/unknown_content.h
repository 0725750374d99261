// SPDX-License-Identifier: Apache-2.0
// Guesses the type of a file that no format recognises.
#pragma once

#include <string>

#include "engine/base/reader.h"

namespace ng {

struct UnknownContent {
  std::string kind;    // "an HTML page"; or the first bytes in hexadecimal
  std::string action;  // suggested action
};
UnknownContent describe_unknown_content(const Reader& reader);

}  // namespace ng
