// SPDX-License-Identifier: Apache-2.0
// Masks of Keras: which nodes read values with a mask that an embedding made.
#pragma once

#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::keras {

// Adds the attribute "masked", the name of the layer that makes the mask, to nodes that would skip
// the time steps that it leaves out. Their rows refuse them, because masks are not imported.
void mark_masked(std::vector<onnx::Node>& nodes);

}  // namespace ng::keras
