// SPDX-License-Identifier: Apache-2.0
// A tensor that stays in its file: any part of it is read when it is asked for. For what is too
// large to be held.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"

namespace ng {

// Some indexes of each axis: `count` of them from `from` on.
struct TensorBox {
  std::vector<std::int64_t> from, count;
  bool operator==(const TensorBox&) const = default;

  std::int64_t size() const { return element_count(count); }
  bool contains(const TensorBox& other) const;  // of the same rank
  bool meets(const TensorBox& other) const;
  // In a tensor of this shape; -1: the element at the row-major place `flat` is not in the box.
  std::int64_t place_of(std::int64_t flat, const Shape& shape) const;
};

// Any thread, several at a time.
class TensorWindow {
 public:
  // Told the part that is done; false ends the reading, and what is given is then of no meaning.
  using GoOn = std::function<bool(double done)>;

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
  // The elements of a box, in its shape; Errors as above. Elements that lie near each other come
  // with one read, so that beside the box at most 64 KiB are held.
  Tensor read_box(const TensorBox& box, const GoOn& goOn = {}) const;
  // At most `count` elements in short runs at even distances, as rank 1.
  Tensor sample(std::int64_t count, const GoOn& goOn = {}) const;

 private:
  TensorWindow(const std::string& path, DType dtype, Shape shape, std::uint64_t offset);
  void read_bytes(std::int64_t first, std::span<std::byte> out) const;
  void read_every(std::int64_t first, std::int64_t step, std::span<std::byte> out) const;

  Reader reader_;
  DType dtype_;
  Shape shape_;
  std::int64_t size_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace ng
