// SPDX-License-Identifier: Apache-2.0
// The element types of ONNX as types of stored tensors.
#pragma once

#include "engine/formats/onnx/onnx_model.h"
#include "engine/formats/tensors/stored_type.h"

namespace ng::onnx {

// Integers shorter than a byte are packed; texts have no known size.
StoredType stored_type(ElementType type);

}  // namespace ng::onnx
