// SPDX-License-Identifier: Apache-2.0
// Exports a document as a program.
#pragma once

#include <string>

#include "engine/documents/document.h"

namespace ng {

// Writes the program that builds `document` to `path` ("….py" or "….cpp"), and arrays too large for
// source text to a file next to it, "….npz". Returns the path of that file; empty: none. Throws
// like write_program and write_file, and a value Error, before it writes, if that file exists and
// holds other arrays, unless the program at `path` reads it.
std::string export_program(const Document& document, const std::string& path);

// Does the path have a program's suffix?
bool is_program_path(const std::string& path);

}  // namespace ng
