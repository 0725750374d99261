// SPDX-License-Identifier: Apache-2.0
// Tensors of ONNX models that store the elements that are not zero.
#pragma once

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// All elements of a sparse tensor, made when they are needed. Throws a bad_file Error unless each
// stored element has a place of its own inside the shape.
ng::Tensor sparse_contents(const Tensor& tensor, const Model& model);

}  // namespace ng::onnx
