// SPDX-License-Identifier: Apache-2.0
// The attributes of a node as text.
#pragma once

#include <string>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// "axis=1, perm=[0, 2, 1]", bounded.
std::string details_of(const Node& node);

}  // namespace ng::onnx
