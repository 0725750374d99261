// SPDX-License-Identifier: Apache-2.0
// Positions of the elements that gathers take and scatters write.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// `indices` along the dimension `at` of `x`, from 0; along the other dimensions, which are as long,
// they have x's axes.
Op positions_along(NodeContext& n, const Op& x, std::size_t at, const Op& indices);

// `x` with `depth` dimensions from `first` on joined into one; none are one of length 1.
Op joined_dimensions(NodeContext& n, const Op& x, std::size_t first, std::size_t depth);

// Positions along the dimension `first` of `rows`, joined_dimensions of input 0, by the last
// dimension of input 1, which has an index for each of them. The first dimensions are those of
// `rows`; the others are none of them.
Op joined_positions(NodeContext& n, const Op& rows, std::size_t first, std::size_t depth);

}  // namespace ng::onnx
