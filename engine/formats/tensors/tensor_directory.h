// SPDX-License-Identifier: Apache-2.0
// The tensors of a file by name, type, shape and place: what a reader of checkpoints lists without
// reading any elements.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/formats/archives/zip_directory.h"
#include "engine/formats/tensors/tensor_file.h"

namespace ng {

struct StoredTensor {
  std::string name;
  DType dtype = DType::f32;
  Shape shape;
  std::uint32_t file = 0;    // index into TensorDirectory::files
  std::int32_t member = -1;  // index into TensorDirectory::members; -1: in the file itself
  std::uint64_t offset = 0;  // of the first element, in the file or in the unpacked member
  std::vector<std::int64_t> strides = {};    // in elements, none negative; empty: row-major
  bool swapped = false;                      // big endian
  std::shared_ptr<const Tensor> value = {};  // elements that listing had to decode
  std::optional<std::uint32_t> crc32c = {};  // of the stored elements, masked

  std::uint64_t bytes() const { return tensor_bytes(dtype, shape); }
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

// Reads the elements of one tensor from `reader`, which is of the tensor's file. Throws a bad_file
// Error if they are damaged, a system Error if memory does not suffice.
Tensor read_stored(const Reader& reader, const TensorDirectory& directory,
                   const StoredTensor& tensor);

// Reads all tensors; `reader` is of the first file of the directory.
TensorFile read_all_stored(const Reader& reader, TensorDirectory directory);

}  // namespace ng
