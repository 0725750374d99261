// SPDX-License-Identifier: Apache-2.0
// A dense host array: dtype, shape, row-major bytes. The type of values that users feed and
// receive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/integer.h"
#include "engine/base/tensor_bytes.h"

namespace ng {

using Shape = std::vector<std::int64_t>;

// Product of `shape`, computed in 128 bits; throws on negative lengths and more than 2^47 elements.
std::int64_t element_count(const Shape& shape);
std::string to_string(const Shape& shape);  // "(4, 128)"

struct Tensor {
  DType dtype = DType::f32;
  Shape shape;
  TensorBytes bytes;

  Tensor() = default;
  // Zeros. Throws Error if the size is out of bounds.
  Tensor(DType dtype, Shape shape);
  Tensor(double scalar) : Tensor(DType::f32, {}) { set(0, scalar); }  // NOLINT: implicit
  Tensor(std::initializer_list<double> values);                       // rank 1, float32
  static Tensor from(DType dtype, Shape shape, std::span<const double> values);
  // Integers wrap in an integer type.
  static Tensor from(DType dtype, Shape shape, std::span<const Integer> values);

  std::int64_t size() const { return static_cast<std::int64_t>(bytes.size() / size_of(dtype)); }
  double at(std::int64_t index) const { return load(dtype, bytes.data(), index); }
  // Of an integer type: exactly.
  Integer integer_at(std::int64_t index) const { return load_integer(dtype, bytes.data(), index); }
  void set(std::int64_t index, double value) { store(dtype, bytes.data(), index, value); }
  double item() const { return at(0); }
  std::vector<double> values() const;

  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
  template <class T>
  T* as() {
    return reinterpret_cast<T*>(bytes.data());
  }
  bool operator==(const Tensor&) const = default;
};

using TensorPtr = std::shared_ptr<const Tensor>;

// `source` broadcast to `shape` by NumPy's rules (trailing lengths align, length 1 is repeated) and
// cast to `dtype`. Throws a value Error with both shapes if they do not fit; `what` names the
// destination ("placeholder 'X'").
Tensor broadcast_to(const Tensor& source, DType dtype, const Shape& shape, const std::string& what);

// Text in NumPy's style with nested brackets; long arrays are elided.
std::string to_string(const Tensor& tensor, int significant_digits = 8);

}  // namespace ng
