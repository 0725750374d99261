// SPDX-License-Identifier: Apache-2.0
// Lays out the connected parts of a request separately and packs them row by row; otherwise a
// thousand small updates would form one long staircase.
#pragma once

#include "views/layout/layout_types.h"

namespace ng::views {

struct LayoutPart {
  LayoutRequest request;  // rows relative to firstRow
  int firstRow = 0;
  std::vector<int> boxes;  // the request's box of each box of the part
};

// The connected parts, in an order that packs well. A box with very many readers or operands does
// not connect parts.
std::vector<LayoutPart> partsOf(const LayoutRequest& request);

// Puts the parts side by side, each as far left as its rows allow.
LayoutResult packed(const LayoutRequest& request, const std::vector<LayoutPart>& parts,
                    const std::vector<LayoutResult>& results);

}  // namespace ng::views
