// SPDX-License-Identifier: Apache-2.0
// Names of PyTorch's element types.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/dtype.h"

namespace ng {

// Of "float32" and so on; empty for types that the engine lacks.
std::optional<DType> torch_dtype(std::string_view name);

}  // namespace ng
