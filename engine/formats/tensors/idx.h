// SPDX-License-Identifier: Apache-2.0
// IDX: one array of big-endian numbers after a header with its lengths; the format of MNIST.
#pragma once

#include <string>

#include "engine/base/reader.h"
#include "engine/formats/format.h"

namespace ng {

// Reads one array of uint8, int8, int16, int32, float32 or float64. Throws a bad_file Error for
// other types, truncated data and trailing bytes.
Tensor read_idx(Reader& reader);

// The bytes of an IDX file. Throws a value Error for unsupported element types, and for more or
// longer axes than IDX supports.
std::string idx_bytes(const Tensor& tensor);
void write_idx(const std::string& path, const Tensor& tensor);

extern const Format idx_format;

}  // namespace ng
