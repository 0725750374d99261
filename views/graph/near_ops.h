// SPDX-License-Identifier: Apache-2.0
// What of a very large graph a first picture needs: the ops whose cards stand near a place.
#pragma once

#include <QRectF>
#include <vector>

#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

// For each op of `graph`, whether its card (`items`) stands within twice the size of `near`, is
// joined to one that does, or is the nearest reader of a source that is joined to one: it tells
// whether an edge or a chip is drawn. Empty when `near` is: all count.
std::vector<char> nearOps(const QRectF& near, const Placement& placement, const GraphRecord& graph,
                          const std::vector<ItemId>& items, const ShownLinks& links);

QRectF extentOf(const Placement& placement);

}  // namespace ng::views
