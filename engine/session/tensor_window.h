// SPDX-License-Identifier: Apache-2.0
// A tensor that stays in its file: any run of its elements is read when it is asked for. For what
// is too large to be held.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"

namespace ng {

class TensorWindow {
 public:
  // Of safetensors, npy, or npz whose entry is not compressed, in C order and little endian:
  // nothing but headers is read. Null for what has to be read whole. bad_file Errors for damaged
  // files, key Error when there is no tensor of that name.
  static std::unique_ptr<TensorWindow> open(const std::string& path, const std::string& name);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::int64_t size() const { return size_; }

  // `count` elements from the row-major place `first` on, as rank 1. Index Error outside, bad_file
  // Error when the file has become shorter.
  Tensor read(std::int64_t first, std::int64_t count) const;
  // One element, from one of the pages that were read last. One thread at a time.
  double at(std::int64_t element);
  std::int64_t pages_read() const { return pages_read_; }

 private:
  TensorWindow(const std::string& path, DType dtype, Shape shape, std::uint64_t offset);

  static constexpr std::int64_t page = 4096, most_pages = 256;  // elements; pages held
  Reader reader_;
  DType dtype_;
  Shape shape_;
  std::int64_t size_ = 0, pages_read_ = 0;
  std::uint64_t offset_ = 0;
  std::list<std::pair<std::int64_t, Tensor>> pages_;  // the last used first
  std::map<std::int64_t, std::list<std::pair<std::int64_t, Tensor>>::iterator> held_;
};

}  // namespace ng
