// SPDX-License-Identifier: Apache-2.0
// Arrays with their axes in another order: axis i of the result is axis order[i]. An empty order
// copies.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/base/tensor.h"

namespace ng {

Shape transposed(const Shape& shape, const std::vector<std::size_t>& order);
Tensor transposed(const Tensor& tensor, const std::vector<std::size_t>& order);
// Of row-major elements of `size` bytes each.
std::vector<std::byte> transposed(std::vector<std::byte> elements, std::size_t size,
                                  const Shape& shape, const std::vector<std::size_t>& order);

}  // namespace ng
