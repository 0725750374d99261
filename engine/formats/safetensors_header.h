// SPDX-License-Identifier: Apache-2.0
// The header of a safetensors file as it is written: names, types, shapes, ranges, not yet checked
// against each other.
#pragma once

#include "engine/formats/safetensors.h"

namespace ng {

// Parses `text`, the JSON that starts at `text_start` in the file. bad_file Error for what is not a
// header; notes for fields that are not known.
void parse_safetensors_header(const Reader& reader, const std::string& text,
                              std::uint64_t text_start, SafetensorsHeader& header, Notes& notes);

}  // namespace ng
