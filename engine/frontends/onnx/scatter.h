// SPDX-License-Identifier: Apache-2.0
// Updates written into a row of elements by position.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// `data` as one row of elements, with `updates` written at `places` (both over one dimension).
// `reduction` is ONNX's: "none" (later updates win), "add", "mul", "max" or "min".
Op written(const Op& data, const Op& places, const Op& updates, const std::string& reduction);

}  // namespace ng::onnx
