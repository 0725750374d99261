// SPDX-License-Identifier: Apache-2.0
// Places for boxes by Graphviz's dot, with the two layout plugins linked in.
#pragma once

#include "views/layout/layout_types.h"

namespace ng::layout {

// Boxes keep to their rows. Throws std::runtime_error when dot refuses; dot may also never return
// or crash, which is why this runs in a process of its own.
views::LayoutResult dotLayout(const views::LayoutRequest& request);

}  // namespace ng::layout
