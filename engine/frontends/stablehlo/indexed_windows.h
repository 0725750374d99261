// SPDX-License-Identifier: Apache-2.0
// The windows that gather reads and scatter writes: where they are, as indices of single elements
// of the dimensions that are indexed.
#pragma once

#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {

struct WindowNumbers {
  Integers collapsed;                     // dimensions of the operand without a window dimension
  Integers operand_batch, indices_batch;  // dimensions that go with each other
  Integers index_map;                     // the dimension of the operand that a component is of
  std::int64_t index_dim = 0;             // of the indices: the components
  Integers sizes;                         // of the window, by dimension of the operand
};

struct IndexedWindows {
  Integers indexed;    // dimensions of the operand, by component
  Integers rest;       // its other dimensions, which windows cover
  Integers batch;      // the lengths of the dimensions of windows
  Integers windows;    // dimensions among `indexed` along which windows are longer than 1
  std::int64_t count;  // elements of a window along these
  ItemPtr starts;      // int64 (batch …, component), not yet within the operand
  ItemPtr offsets;     // int64 (count, component); null if count is 1
  Integers limits;     // by component: the last start within the operand
};

IndexedWindows indexed_windows(NodeContext& n, const ItemPtr& operand, const ItemPtr& indices,
                               const WindowNumbers& numbers);

// (batch …, count, component), or without the second dimension if the count is 1.
ItemPtr element_indices(NodeContext& n, const IndexedWindows& windows, const ItemPtr& starts);
// The indexed dimensions, then the others.
Integers indexed_first(const IndexedWindows& windows);
// The dimensions from 0 to `rank` that are not in `dims`.
Integers others(const Integers& dims, std::int64_t rank);
bool contains(const Integers& list, std::int64_t value);

}  // namespace ng::stablehlo
