// SPDX-License-Identifier: Apache-2.0
// The tensors of a file by name, type, shape and place: what a reader of checkpoints lists without
// reading any elements.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/note.h"
#include "engine/base/reader.h"
#include "engine/formats/archives/zip_directory.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

struct StoredTensor {
  std::string name;
  StoredType dtype = DType::f32;
  Shape shape;
  std::uint32_t file = 0;    // index into TensorDirectory::files
  std::int32_t member = -1;  // index into TensorDirectory::members; -1: in the file itself
  std::uint64_t offset = 0;  // of the first element, in the file or in the unpacked member
  std::vector<std::int64_t> strides = {};  // in elements, none negative; empty: row-major
  bool swapped = false;                    // big endian
  // Elements that listing had to decode, row-major.
  std::shared_ptr<const std::vector<std::byte>> value = {};
  // Reads elements that only a library can read: row-major, in the order of `swapped`. Throws
  // bad_file Errors.
  std::function<std::vector<std::byte>(const Reader& reader)> read_by = {};
  std::optional<std::uint32_t> crc32c = {};  // of the stored elements, masked
  std::uint64_t unsized_bytes = 0;           // of elements without a size of their own
  std::string fault = {};                    // why the elements cannot be read; empty: they can

  std::uint64_t bytes() const;
  // Can the elements be read as one number each?
  bool is_real() const { return fault.empty() && dtype.is_real(); }
};

// An entry of a zip archive that holds elements.
struct TensorMember {
  ZipEntry entry;
  bool has_crc = true;  // PyTorch can be set to write none
};

struct TensorDirectory {
  std::vector<std::string> files;  // the opened file, then others that it refers to
  std::vector<TensorMember> members;
  std::vector<StoredTensor> tensors;
  std::map<std::string, std::string> metadata;
};

// Are these the strides of a row-major tensor without gaps? Axes of length 1 have any stride.
bool is_row_major(const Shape& shape, std::span<const std::int64_t> strides);

// Can ranges of elements be read by position, without unpacking or reordering others?
bool is_plain(const TensorDirectory& directory, const StoredTensor& tensor);
// Position of the first element of a plain tensor in its file.
std::uint64_t position_of(const TensorDirectory& directory, const StoredTensor& tensor);

// Reads the elements of one tensor from `reader`, which is of the tensor's file: row-major and
// little-endian. Throws a bad_file Error if they are damaged, a value Error for a tensor with a
// fault, a system Error if memory does not suffice.
std::vector<std::byte> read_elements(const Reader& reader, const TensorDirectory& directory,
                                     const StoredTensor& tensor);
// Stored bytes, from the tensor's first element on, as row-major and little-endian elements.
std::vector<std::byte> in_order(const StoredTensor& tensor, std::vector<std::byte> stored);
// The values of the elements, as `decoded` gives them. Throws also a value Error if they have none.
Tensor read_stored(const Reader& reader, const TensorDirectory& directory,
                   const StoredTensor& tensor);

// Reads all tensors of real numbers, and leaves others out with a note; `reader` is of the first
// file of the directory.
TensorFile read_all_stored(const Reader& reader, TensorDirectory directory, Notes& notes);

// Why a tensor cannot be read as one number per element.
std::string not_real(const StoredTensor& tensor);
// Notes that it is therefore left out.
void note_not_real(const StoredTensor& tensor, Notes& notes, std::string where);

}  // namespace ng
