// SPDX-License-Identifier: Apache-2.0
// Parts of a request that no edge joins are laid out apart and pushed together row by row:
// otherwise a thousand small updates would stand in one long staircase.
#pragma once

#include "views/layout/layout_types.h"

namespace ng::views {

struct LayoutPart {
  LayoutRequest request;  // rows counted from firstRow
  int firstRow = 0;
  std::vector<int> boxes;  // box of the whole, of each box of the part
};

// The connected parts, in an order that packs well. What reads very many
// boxes, or is read by very many, joins nothing.
std::vector<LayoutPart> partsOf(const LayoutRequest& request);

// Puts the parts beside each other, each as far left as the rows it stands in allow.
LayoutResult packed(const LayoutRequest& request, const std::vector<LayoutPart>& parts,
                    const std::vector<LayoutResult>& results);

}  // namespace ng::views
