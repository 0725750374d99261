// SPDX-License-Identifier: Apache-2.0
// Selects the ops of a very large graph that a first picture needs: those with cards near an area.
#pragma once

#include <QRectF>
#include <vector>

#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

// For each op of `graph`: whether its card (`items`) is within twice the size of `near`, is linked
// to one that is, or is the nearest reader of a source linked to one (which decides between an edge
// and a chip). Empty if `near` is empty: all ops count.
std::vector<char> nearOps(const QRectF& near, const Placement& placement, const GraphRecord& graph,
                          const std::vector<ItemId>& items, const ShownLinks& links);

QRectF extentOf(const Placement& placement);

}  // namespace ng::views
