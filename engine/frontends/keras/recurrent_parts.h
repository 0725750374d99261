// SPDX-License-Identifier: Apache-2.0
// What recurrent layers share.
#pragma once

#include <vector>

#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {

// The variables of a layer's cell.
std::vector<Slot> cell_slots(const onnx::Node& layer);
// Backwards along time, the second dimension.
ItemPtr reversed(NodeContext& n, const ItemPtr& x);

}  // namespace ng::keras
