// SPDX-License-Identifier: Apache-2.0
// Element types of stored tensors: more than the engine computes with, so that a checkpoint is
// listed, shown and converted as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/tensor.h"

namespace ng {

struct BlockFormat;

class StoredType {
 public:
  struct Row;

  StoredType(DType dtype);  // NOLINT: implicit
  // By name: "float8_e4m3fn", a format of blocks, or one that only its file knows, whose elements
  // have `bits` (0: unknown) and no values.
  explicit StoredType(std::string_view name, std::int64_t bits = 0);

  std::string_view name() const;
  // Empty for types that the engine does not compute with.
  std::optional<DType> dtype() const;
  // Of an element; 0: unknown, or in blocks with scales of their own. Elements shorter than a byte
  // are packed, the first in the low bits.
  std::int64_t bits() const;
  bool fills_bytes() const { return bits() > 0 && bits() % 8 == 0; }
  // The type that holds the values exactly; empty if elements are no numbers.
  std::optional<DType> values() const;
  // Null unless elements share scales in blocks.
  const BlockFormat* blocks() const { return blocks_; }
  // Numbers per element: 2 in a complex type (real, imaginary).
  int parts() const;
  // Is each element one number?
  bool is_real() const { return values() && parts() == 1; }

  bool operator==(const StoredType& other) const { return name() == other.name(); }

 private:
  const Row* row_ = nullptr;  // null: a format of blocks, or an unknown type
  std::string name_;          // without a row
  std::int64_t bits_ = 0;
  const BlockFormat* blocks_ = nullptr;
};

// Has a tensor of this shape, of lengths of at least 0, few enough elements to be counted?
bool is_countable(const Shape& shape);

// Bytes of the elements of a tensor; the type must have bits. An empty tensor may have any other
// lengths. Throws like element_count.
std::uint64_t tensor_bytes(const StoredType& type, const Shape& shape);

// The values of row-major, little-endian elements. Complex numbers have one more axis of length 2:
// real and imaginary parts. The type must have values.
Tensor decoded(const StoredType& type, Shape shape, TensorBytes elements);

}  // namespace ng
