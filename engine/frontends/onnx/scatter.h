// SPDX-License-Identifier: Apache-2.0
// Updates written into a row of elements by position.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// `data` as one row of elements, with `updates` written at `places` (both over one dimension).
// `reduction` is ONNX's: "none" (later updates win), "add", "mul", "max" or "min". Sums are linear.
// Later updates are found by comparing pairs unless the places are constants; the others compare
// every element with every place. More than 2^28 pairs are refused.
Op written(NodeContext& n, const Op& data, const Op& places, const Op& updates,
           const std::string& reduction);

}  // namespace ng::onnx
