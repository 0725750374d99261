// SPDX-License-Identifier: Apache-2.0
// npy: one array after a small header, as saved by NumPy.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/format.h"

namespace ng {

// Reads one array; converts big-endian and column-major arrays. Throws a bad_file Error for objects
// (nothing is ever unpickled), texts, records, complex and long double numbers.
Tensor read_npy(Reader& reader, Notes& notes);
// Lists it; also complex numbers.
TensorDirectory list_npy(Reader& reader, Notes& notes);

// Layout of an array in a file.
struct NpyLayout {
  StoredType dtype = DType::f32;
  Shape shape;
  std::uint64_t data = 0, bytes = 0;  // from the start of the file
  bool swapped = false;               // big endian
  bool columns_first = false;         // and has several axes
  std::string fault;                  // why the elements cannot be read; empty: they can
};
// Reads the header of the npy file of `bytes` bytes at `start` and leaves the reader at its data.
// Throws a bad_file Error for a damaged file; reads no values.
NpyLayout read_npy_layout(Reader& reader, std::uint64_t start, std::uint64_t bytes, Notes& notes);

// The array as an entry of a directory; its place is that of `layout`.
StoredTensor stored_tensor(std::string name, const NpyLayout& layout);

// The bytes of an npy file, version 1.0.
std::string npy_bytes(const TensorToWrite& tensor);
std::string npy_bytes(const Tensor& tensor);
// Can arrays of this type be written?
bool holds_npy(const StoredType& type);
void write_npy(const std::string& path, const Tensor& tensor);

extern const Format npy_format;

}  // namespace ng
