// SPDX-License-Identifier: Apache-2.0
// safetensors: a JSON header with names, types, shapes and byte ranges, followed by the data.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

struct SafetensorsEntry {
  std::string name;
  StoredType dtype = DType::f32;
  Shape shape;
  std::uint64_t begin = 0, end = 0;  // byte range, relative to data_start
  std::uint64_t header_offset = 0;   // file offset of the entry's name
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;  // sorted by position in the file
  std::map<std::string, std::string> metadata;
  std::uint64_t data_start = 0;
};

// Reads and checks everything but the values: every byte after the header must belong to exactly
// one tensor, of matching size if its type is known. Throws a bad_file Error otherwise.
SafetensorsHeader read_safetensors_header(Reader& reader, Notes& notes);

// Reads the values of one entry, whose type has some. Bytes of a bool other than 0 and 1 are read
// as 1, with a note.
Tensor read_safetensors_tensor(Reader& reader, const SafetensorsHeader& header,
                               const SafetensorsEntry& entry, Notes& notes);

// Tensors of other than real numbers are left out with a note.
TensorFile read_safetensors(Reader& reader, Notes& notes);
TensorDirectory list_safetensors(Reader& reader, Notes& notes);

// Replaces the file at `path` atomically. Equal tensors give equal bytes: sorted by element size,
// largest first, then by name, with the header padded to 8 bytes. Throws a value Error for names
// that are empty, duplicate or not UTF-8.
void write_safetensors(const std::string& path, std::span<const TensorRef> tensors,
                       const std::map<std::string, std::string>& metadata = {});
// The same, with one tensor in memory at a time.
void stream_safetensors(const std::string& path, std::span<const TensorToWrite> tensors,
                        const std::map<std::string, std::string>& metadata);

extern const Format safetensors_format;

}  // namespace ng
