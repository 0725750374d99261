// SPDX-License-Identifier: Apache-2.0
// IDX: one array of big-endian numbers behind its lengths, as MNIST's images and labels come.
#pragma once

#include <string>

#include "engine/base/reader.h"
#include "engine/formats/format.h"

namespace ng {

// The whole of `reader` is one array of uint8, int8, int16, int32, float32 or float64. bad_file
// Error for anything else, too few bytes, and bytes behind the data.
Tensor read_idx(Reader& reader);

// The bytes of an IDX file. Value Error for an element type that IDX lacks, and for more axes or
// longer ones than it can say.
std::string idx_bytes(const Tensor& tensor);
void write_idx(const std::string& path, const Tensor& tensor);

extern const Format idx_format;

}  // namespace ng
