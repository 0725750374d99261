// SPDX-License-Identifier: Apache-2.0
// Names of their own for outputs of a model that return the same value.
#pragma once

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// Calls return outputs by name, so an output that is in the list again becomes a copy.
void copy_repeated_outputs(Model& model);

}  // namespace ng::onnx
