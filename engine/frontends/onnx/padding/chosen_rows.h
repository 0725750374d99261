// SPDX-License-Identifier: Apache-2.0
// Selections whose number of elements depends on data: the chosen rows, then rows of one value.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

struct ChosenRows {
  Op rows;   // (all rows, elements of a row): first those that are chosen, in their order
  Op count;  // how many are chosen, int64
};

// `rows` (rows, elements of a row) where `mask` (rows) is not 0, then rows of `fill`.
ChosenRows chosen_rows(NodeContext& n, const Op& mask, const Op& rows, double fill);

}  // namespace ng::onnx
