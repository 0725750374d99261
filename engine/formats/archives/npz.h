// SPDX-License-Identifier: Apache-2.0
// npz: npy arrays in a zip archive.
#pragma once

#include <span>
#include <string>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

// Reads all arrays in archive order, with names without ".npy". Other entries are ignored with a
// note; nothing is written to disk. Throws a bad_file Error for a damaged archive or array.
TensorFile read_npz(Reader& reader, Notes& notes);

// Replaces the file at `path` atomically. Arrays are stored uncompressed; equal arrays give equal
// bytes. Throws a value Error for empty or duplicate names and for more than 4 GiB.
void write_npz(const std::string& path, std::span<const TensorRef> tensors);
// The same, with one array in memory at a time.
void stream_npz(const std::string& path, std::span<const TensorToWrite> tensors);

extern const Format npz_format;

}  // namespace ng
