// SPDX-License-Identifier: Apache-2.0
// Checkpoints of TensorFlow (TensorBundle): an index of tensors, and files with their elements.
#pragma once

#include <string>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"

namespace ng {

// Lists the tensors; those that cannot be read have a fault, and a note. Names lose the ending
// "/.ATTRIBUTES/VARIABLE_VALUE".
TensorDirectory list_tensor_bundle(Reader& index, Notes& notes);

// The index of a checkpoint that is named by its prefix, as TensorFlow does; any other path as it
// is.
std::string bundle_index_of(const std::string& path);

// A key of the index as tensors are named.
std::string bundle_name(std::string key);

extern const Format bundle_format;

}  // namespace ng
