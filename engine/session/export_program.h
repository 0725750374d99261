// SPDX-License-Identifier: Apache-2.0
// A document as a program in a file.
#pragma once

#include <string>

#include "engine/session/document.h"

namespace ng {

// Writes the program that builds `document` to `path` ("….py" or "….cpp"), and the arrays that are
// too large for its text beside it. Gives the path of those; empty: there are none. Errors as
// write_program and write_file have them.
std::string export_program(const Document& document, const std::string& path);

// Does the path end as a program's?
bool is_program_path(const std::string& path);

}  // namespace ng
