// SPDX-License-Identifier: Apache-2.0
// Names of weights that an exporter numbered instead of naming them: after the modules that use
// them.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// By the name in the file: "onnx::Conv_538" is "layer1.0.conv1.weight" if the node
// "/layer1/layer1.0/conv1/Conv" is the first that reads it. Initializers with other names, and
// those that no node of the graph reads, are left out.
std::unordered_map<std::string, std::string> weight_names(const Graph& graph);

// Initializers that are parameters by a use in the graph, such as the bias of a Conv, or by the
// name that PyTorch gives them: "head.bias". Others of one element are mostly numbers of formulas.
std::unordered_set<std::string> parameters_of(const Graph& graph);

}  // namespace ng::onnx
