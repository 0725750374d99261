// SPDX-License-Identifier: Apache-2.0
#include "engine/base/transposed.h"

#include <cstring>

namespace ng {

Shape transposed(const Shape& shape, const std::vector<std::size_t>& order) {
  if (order.empty()) return shape;
  Shape result;
  for (const std::size_t axis : order) result.push_back(shape[axis]);
  return result;
}

std::vector<std::byte> transposed(std::vector<std::byte> elements, std::size_t size,
                                  const Shape& shape, const std::vector<std::size_t>& order) {
  if (order.empty()) return elements;
  std::vector<std::byte> result(elements.size());
  const Shape lengths = transposed(shape, order);
  const std::size_t rank = order.size();
  std::vector<std::int64_t> strides(rank, 1), steps, index(rank, 0);
  for (std::size_t axis = rank; axis-- > 1;) strides[axis - 1] = strides[axis] * shape[axis];
  for (const std::size_t axis : order) steps.push_back(strides[axis]);
  std::int64_t from = 0;
  for (std::size_t to = 0; to < result.size(); to += size) {
    std::memcpy(result.data() + to, elements.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t axis = rank; axis-- > 0;) {
      from += steps[axis];
      if (++index[axis] < lengths[axis]) break;
      from -= steps[axis] * lengths[axis];
      index[axis] = 0;
    }
  }
  return result;
}

Tensor transposed(const Tensor& tensor, const std::vector<std::size_t>& order) {
  if (order.empty()) return tensor;
  Tensor result;
  result.dtype = tensor.dtype;
  result.shape = transposed(tensor.shape, order);
  result.bytes = transposed(tensor.bytes.copy(), size_of(tensor.dtype), tensor.shape, order);
  return result;
}

}  // namespace ng
