// SPDX-License-Identifier: Apache-2.0
// Parser of a safetensors header: names, types, shapes and ranges, without cross-checks.
#pragma once

#include "engine/formats/tensors/safetensors.h"

namespace ng {

// Parses `text`, the JSON that starts at `text_start` in the file. Throws a bad_file Error for an
// invalid header; adds notes for unknown fields.
void parse_safetensors_header(const Reader& reader, std::string text, std::uint64_t text_start,
                              SafetensorsHeader& header, Notes& notes);

}  // namespace ng
