// SPDX-License-Identifier: Apache-2.0
// npz: npy arrays in a zip archive.
#pragma once

#include <span>
#include <string>

#include "engine/base/reader.h"
#include "engine/formats/format.h"
#include "engine/formats/note.h"
#include "engine/formats/tensor_file.h"

namespace ng {

// All arrays, in the archive's order, named without ".npy". Entries that are no arrays are noted
// and left alone; nothing is ever written to disk. bad_file Error for a damaged archive or array.
TensorFile read_npz(Reader& reader, Notes& notes);

// Replaces the file at `path` whole; arrays are stored, not compressed. Equal arrays give equal
// bytes. Value Error for names that are empty or double, and beyond 4 GiB.
void write_npz(const std::string& path, std::span<const TensorRef> tensors);

extern const Format npz_format;

}  // namespace ng
