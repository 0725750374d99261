// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/ramp.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ng::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

template <class T>
std::optional<Integers> read(const Tensor& tensor) {
  constexpr double most = std::is_same_v<T, float> ? 1 << 24 : 1LL << 53;
  std::vector<T> elements(static_cast<std::size_t>(tensor.size()));
  if (tensor.elements.size() != elements.size() * sizeof(T)) return std::nullopt;
  tensor.elements.read(0, std::as_writable_bytes(std::span(elements)));
  Integers values;
  for (const T element : elements) {
    const auto number = static_cast<double>(element);
    if (!(std::abs(number) <= most) || number != std::floor(number)) return std::nullopt;
    values.push_back(static_cast<std::int64_t>(element));
  }
  return values;
}

std::optional<Integers> whole_numbers(const Tensor& tensor) {
  if (tensor.type == ElementType::i64) return read<std::int64_t>(tensor);
  if (tensor.type == ElementType::i32) return read<std::int32_t>(tensor);
  if (tensor.type == ElementType::f32) return read<float>(tensor);
  if (tensor.type == ElementType::f64) return read<double>(tensor);
  return std::nullopt;
}

// Counts through the positions of an array in row-major order.
class Places {
 public:
  explicit Places(const Shape& shape) : shape_(shape), at_(shape.size()) {}
  std::int64_t operator[](std::size_t axis) const { return at_[axis]; }
  void next() {
    for (std::size_t axis = at_.size(); axis-- > 0;) {
      if (++at_[axis] < shape_[axis]) return;
      at_[axis] = 0;
    }
  }
  std::size_t in(const Shape& shape) const {
    std::size_t at = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      at = at * static_cast<std::size_t>(shape[axis]) +
           static_cast<std::size_t>(shape[axis] == 1 ? 0 : at_[axis]);
    return at;
  }

 private:
  const Shape& shape_;
  Shape at_;
};

bool holds(const Ramp& ramp, const Shape& shape, const Integers& values) {
  Places place(shape);
  for (const std::int64_t value : values) {
    const std::size_t at = place.in(ramp.closed);
    std::int64_t expected = ramp.start[at];
    for (const auto& [axis, steps] : ramp.steps) expected += steps[at] * place[axis];
    if (value != expected) return false;
    place.next();
  }
  return true;
}

}  // namespace

std::optional<Ramp> ramp_of(const Tensor& tensor, const std::vector<bool>& open) {
  const std::optional<Integers> values = whole_numbers(tensor);
  if (!values || values->empty()) return std::nullopt;
  Ramp ramp;
  ramp.closed = tensor.dims;
  for (std::size_t axis = 0; axis < open.size(); ++axis)
    if (open[axis]) ramp.closed[axis] = 1;
  // The elements at positions 0 of all open axes, and at position 1 of one of them.
  const auto elements = [&](std::size_t one) {
    Integers found;
    Places place(tensor.dims);
    for (const std::int64_t value : *values) {
      bool taken = true;
      for (std::size_t axis = 0; axis < open.size(); ++axis)
        taken = taken && (!open[axis] || place[axis] == (axis == one ? 1 : 0));
      if (taken) found.push_back(value);
      place.next();
    }
    return found;
  };
  ramp.start = elements(open.size());
  for (std::size_t axis = 0; axis < open.size(); ++axis) {
    if (!open[axis]) continue;
    Integers steps = elements(axis);
    if (steps.size() != ramp.start.size()) return std::nullopt;
    std::transform(steps.begin(), steps.end(), ramp.start.begin(), steps.begin(), std::minus{});
    const auto zero = [](std::int64_t step) { return step == 0; };
    if (!std::all_of(steps.begin(), steps.end(), zero)) ramp.steps[axis] = std::move(steps);
  }
  if (!holds(ramp, tensor.dims, *values)) return std::nullopt;
  return ramp;
}

}  // namespace ng::onnx
