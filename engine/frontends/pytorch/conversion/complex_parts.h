// SPDX-License-Identifier: Apache-2.0
// Complex values of a program as arrays of their parts, with a last dimension of 2.
#pragma once

#include <optional>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensors/tensor_directory.h"

namespace ng::pytorch {

// The type of the parts of a complex number; empty: another type.
std::optional<onnx::ElementType> parts_of(onnx::ElementType type);
// The type of a value that is kept in its parts.
void set_parts(onnx::ValueInfo& info);
// The same stored elements with the parts of complex numbers along a last dimension.
StoredTensor with_parts(StoredTensor stored);

}  // namespace ng::pytorch
