// SPDX-License-Identifier: Apache-2.0
// An open file of tensors of any format, with the files that it refers to.
#pragma once

#include <memory>
#include <string>

#include "engine/base/note.h"
#include "engine/formats/format.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng {

// Lists the tensors when opened and reads them one by one. Used by one thread at a time.
class TensorFiles {
 public:
  // Throws bad_file Errors.
  explicit TensorFiles(const std::string& path);

  const Format& format() const { return format_; }
  const TensorDirectory& directory() const { return directory_; }
  const Notes& notes() const { return notes_; }  // of listing

  // Reads the values of an entry of the directory, like read_stored.
  Tensor read(const StoredTensor& tensor);
  // Reads its elements as they are stored, row-major and little-endian.
  std::vector<std::byte> read_elements(const StoredTensor& tensor);
  // Reads `count` elements of a plain tensor from row-major index `first`, as rank 1.
  Tensor read_part(const StoredTensor& tensor, std::int64_t first, std::int64_t count);

 private:
  const Reader& reader_of(const StoredTensor& tensor);

  Reader reader_;
  const Format& format_;
  Notes notes_;
  TensorDirectory directory_;
  std::uint32_t other_file_ = 0;  // the open one besides the first
  std::unique_ptr<Reader> other_;
};

}  // namespace ng
