// SPDX-License-Identifier: Apache-2.0
// Writes the ops of a computation as an ONNX model for inference.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"
#include "engine/graph/op.h"

namespace ng::onnx {

// Opset 18. Parameters become inputs, results outputs, variables initializers with their initial
// values. Axes become dimensions in the order of each op; all
// lengths must be known. `values`, unless empty, are what the results hold instead of their own
// values. Throws a value Error that names the first op that ONNX cannot express.
Model export_model(const Op& computation, const std::string& title,
                   const std::vector<Value>& values = {});

}  // namespace ng::onnx
