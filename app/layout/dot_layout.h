// SPDX-License-Identifier: Apache-2.0
// Layout of boxes by Graphviz's dot, with its two layout plugins linked in.
#pragma once

#include "views/layout/layout_types.h"

namespace ng::layout {

// Boxes stay in their rows. Throws std::runtime_error if dot fails. dot may also hang or crash, so
// this runs in a process of its own.
views::LayoutResult dotLayout(const views::LayoutRequest& request);

}  // namespace ng::layout
