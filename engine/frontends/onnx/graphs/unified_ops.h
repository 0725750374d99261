// SPDX-License-Identifier: Apache-2.0
// Gives the ops of a model the axes of its dimensions.
#pragma once

#include "engine/frontends/onnx/import_model.h"
#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// Rebuilds the ops of the model and of `values` with axes of `dims`, which must be unified, in
// place of those that every dimension had of its own. Ops that only renamed, reordered or repeated
// axes that now are the same are left out: their operand takes their place.
void unify_axes(const Dimensions& dims, ImportedModel& model, const std::vector<ItemPtr>& values);

}  // namespace ng::onnx
