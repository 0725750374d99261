// SPDX-License-Identifier: Apache-2.0
// The arguments of a node that are no values, as attributes of the model's node.
#pragma once

#include <string>
#include <vector>

#include "engine/formats/pytorch/pt2_program.h"

namespace ng::pytorch {

onnx::Attribute texts(std::string name, std::vector<std::string> values);
// Adds the argument to `made`, and its name to `booleans` if it holds some.
void add_attribute(const Argument& argument, onnx::Node& made, std::vector<std::string>& booleans);

}  // namespace ng::pytorch
