// SPDX-License-Identifier: Apache-2.0
// What a file that no format recognises seems to be.
#pragma once

#include <string>

#include "engine/base/reader.h"

namespace ng {

struct UnknownContent {
  std::string kind;    // "an HTML page"; or the first bytes in hexadecimal
  std::string action;  // what to do about it
};
UnknownContent describe_unknown_content(const Reader& reader);

}  // namespace ng
