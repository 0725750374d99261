// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/tensor_files.h"

#include "engine/base/error.h"
#include "engine/formats/format_table.h"

namespace ng {

TensorFiles::TensorFiles(const std::string& path)
    : reader_(path), format_(recognise(reader_)), directory_(list_tensors(reader_, notes_)) {}

const Reader& TensorFiles::reader_of(const StoredTensor& tensor) {
  if (tensor.file == 0) return reader_;
  if (tensor.file != other_file_) {
    other_ = std::make_unique<Reader>(directory_.files[tensor.file]);
    other_file_ = tensor.file;
  }
  return *other_;
}

Tensor TensorFiles::read(const StoredTensor& tensor) {
  return read_stored(reader_of(tensor), directory_, tensor);
}

std::vector<std::byte> TensorFiles::read_elements(const StoredTensor& tensor) {
  return ng::read_elements(reader_of(tensor), directory_, tensor);
}

Tensor TensorFiles::read_part(const StoredTensor& tensor, std::int64_t first, std::int64_t count) {
  check(is_plain(directory_, tensor), "a part is read of a tensor that is not plain");
  StoredTensor part = tensor;
  part.shape = {count};
  part.offset += static_cast<std::uint64_t>(first * tensor.dtype.bits() / 8);
  part.crc32c.reset();
  return read_stored(reader_of(tensor), directory_, part);
}

}  // namespace ng
