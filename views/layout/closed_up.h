// SPDX-License-Identifier: Apache-2.0
// One placement serves all passes, so cards that a pass removed leave their room. Where the rest
// could not be read for it, the rest moves together: every card stays above, below, left or right
// of what it was above, below, left or right of.
#pragma once

#include <memory>

#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

// The places of what `graphs`, which are shown together, have as cards. `placement` itself where
// nothing is gained: names are legible as it is, or there are too many cards to become so. With
// `twoPanes` two such pictures stand side by side, or one above the other. `links` are the first
// graph's where they are known; null: found here.
std::shared_ptr<const Placement> closedUp(const std::shared_ptr<const Placement>& placement,
                                          const std::vector<GraphRecordPtr>& graphs,
                                          const Grouping& grouping, bool twoPanes = false,
                                          const CardLinks* links = nullptr);

}  // namespace ng::views
