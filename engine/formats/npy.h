// SPDX-License-Identifier: Apache-2.0
// npy: one array behind a small header, as NumPy saves it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/formats/format.h"
#include "engine/formats/note.h"

namespace ng {

// The whole of `reader` is one array. Big-endian and column-major arrays are converted. bad_file
// Error for objects (nothing is ever unpickled), texts, records, complex and long double numbers.
Tensor read_npy(Reader& reader, Notes& notes);

// Where the array's bytes lie.
struct NpyLayout {
  DType dtype = DType::f32;
  Shape shape;
  std::uint64_t data = 0, bytes = 0;  // from the start of the file
  bool swapped = false;               // big endian
  bool columns_first = false;         // and of more than one axis
  bool plain = true;                  // neither
};
// The `bytes` from `start` on are one npy file; the reader stands at its data afterwards. The same
// refusals; no value is read.
NpyLayout read_npy_layout(Reader& reader, std::uint64_t start, std::uint64_t bytes, Notes& notes);

// The array of a layout and its data, as it lies in the file.
Tensor tensor_of(const NpyLayout& layout, std::vector<std::byte> data);

// The bytes of an npy file, version 1.0. bfloat16, which NumPy lacks, becomes "|V2".
std::string npy_bytes(const Tensor& tensor);
void write_npy(const std::string& path, const Tensor& tensor);

extern const Format npy_format;

}  // namespace ng
