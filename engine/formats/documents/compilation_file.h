// SPDX-License-Identifier: Apache-2.0
// Saved compilations as files. README.md describes the fields.
#pragma once

#include <string>

#include "engine/formats/format.h"
#include "engine/records/json/saved_compilation.h"

namespace ng {

// Of a file of its own, or in a capture.
SavedCompilationPtr open_compilation(const std::string& path);
void save_compilation(const SavedCompilation& saved, const std::string& path);  // atomically
// By content. False for a file that cannot be read.
bool is_saved_compilation(const std::string& path);

extern const Format compilation_format;

}  // namespace ng
