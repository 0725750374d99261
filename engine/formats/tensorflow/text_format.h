// SPDX-License-Identifier: Apache-2.0
// Protocol buffers written as text (.pbtxt).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/reader.h"
#include "engine/formats/tensorflow/tensorflow_model.h"

namespace ng {

// The same message in the binary form; fields that are not read are left out. Reads to the end.
// Throws a bad_file Error with line and column for invalid text.
std::vector<std::byte> binary_of_text(Reader& reader, tensorflow::ModelKind kind);

}  // namespace ng
