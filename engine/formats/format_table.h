// SPDX-License-Identifier: Apache-2.0
// All file formats. A new format is a pair of files and a row here.
#pragma once

#include <span>
#include <string>

#include "engine/formats/format.h"

namespace ng {

std::span<const Format* const> format_table();

// By name, or null.
const Format* format_named(std::string_view name);
// By the suffix of a path, for writing; null when no format has it.
const Format* format_for_path(const std::string& path);

// The format of the content, whatever the suffix says; of several the one whose suffix fits. A
// bad_file Error tells what the file is when it is none of ours.
const Format& recognise(const Reader& reader);

}  // namespace ng
