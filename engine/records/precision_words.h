// SPDX-License-Identifier: Apache-2.0
// The words of the command line for the float types that a program can be compared in.
#pragma once

#include <string_view>
#include <utility>

#include "engine/base/dtype.h"

namespace ng {

inline constexpr std::pair<std::string_view, DType> precision_words[] = {
    {"bf16", DType::bf16}, {"f16", DType::f16}, {"f32", DType::f32}, {"f64", DType::f64}};

}  // namespace ng
