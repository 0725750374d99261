// SPDX-License-Identifier: Apache-2.0
// A tensor that stays in its file and is read in parts, for tensors too large for memory.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/reader.h"
#include "engine/base/tensor.h"
#include "engine/formats/tensors/stored_type.h"

namespace ng {

// A range of indices per axis: `count` indices starting at `from`.
struct TensorBox {
  std::vector<std::int64_t> from, count;
  bool operator==(const TensorBox&) const = default;

  std::int64_t size() const { return element_count(count); }
  bool contains(const TensorBox& other) const;  // must have the same rank
  bool meets(const TensorBox& other) const;
  // Position in the box of the element with row-major index `flat` in a tensor of this shape;
  // empty: outside of the box.
  std::optional<std::int64_t> place_of(std::int64_t flat, const Shape& shape) const;
};

// Thread safe.
class TensorWindow {
 public:
  // Receives the fraction done; returning false stops reading, and the result is then meaningless.
  using MayContinue = std::function<bool(double done)>;

  // Opens a tensor of any format whose elements are real numbers in C order, little endian and
  // uncompressed; reads only headers. Returns null for tensors that must be read whole. Throws
  // bad_file Errors for damaged files, a key Error for an unknown name.
  static std::unique_ptr<TensorWindow> open(const std::string& path, const std::string& name);

  DType dtype() const { return *type_.values(); }  // of the values that are read
  const Shape& shape() const { return shape_; }
  std::int64_t size() const { return size_; }

  // Reads `count` elements from row-major index `first`, as rank 1. Throws an index Error if out of
  // range, a bad_file Error if the file has shrunk.
  Tensor read(std::int64_t first, std::int64_t count) const;
  // Reads the elements of a box, in its shape; throws like read(). Neighbouring elements are read
  // together, with a buffer of at most 64 KiB.
  Tensor read_box(const TensorBox& box, const MayContinue& may_continue = {}) const;
  // Samples at most `count` elements in short, evenly spaced runs, as rank 1.
  Tensor sample(std::int64_t count, const MayContinue& may_continue = {}) const;

 private:
  TensorWindow(const std::string& path, StoredType type, Shape shape, std::uint64_t offset);
  std::size_t element_bytes() const { return static_cast<std::size_t>(type_.bits() / 8); }
  std::vector<std::byte> elements(std::int64_t count) const;  // to read into
  void read_bytes(std::int64_t first, std::span<std::byte> out) const;
  void read_every(std::int64_t first, std::int64_t step, std::span<std::byte> out) const;

  Reader reader_;
  StoredType type_;
  Shape shape_;
  std::int64_t size_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace ng
