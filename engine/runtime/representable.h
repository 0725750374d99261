// SPDX-License-Identifier: Apache-2.0
// Values for integer inputs: 3.7 is refused instead of truncated.
#pragma once

#include <optional>
#include <string>

#include "engine/base/error.h"
#include "engine/base/tensor.h"

namespace ng {

// Describes the first element of `value` that the integer type `dtype` cannot represent: a
// fraction, a non-finite number, or one out of range. nullopt if there is none, and for other
// types: a float type rounds, and bool is "not 0".
std::optional<Diagnostic> unrepresentable(const Tensor& value, DType dtype,
                                          const std::string& what);

// broadcast_to of a value that a program gives to an input or variable; throws a value Error for
// an unrepresentable element.
Tensor fed_to(const Tensor& value, DType dtype, const Shape& shape, const std::string& what);

}  // namespace ng
