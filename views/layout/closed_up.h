// SPDX-License-Identifier: Apache-2.0
// One placement serves all passes, so cards that a pass removed leave gaps. If the gaps make names
// illegible, the remaining cards move together; every card stays above, below, left or right of the
// cards it was above, below, left or right of.
#pragma once

#include <memory>

#include "views/layout/card_links.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

// Places for the cards of `graphs`, which are shown together. Returns `placement` itself if closing
// up does not help: names are legible already, or there are too many cards. `twoPanes`: two
// pictures are shown beside or above each other. `links`: those of the first graph; null: computed.
std::shared_ptr<const Placement> closedUp(const std::shared_ptr<const Placement>& placement,
                                          const std::vector<GraphRecordPtr>& graphs,
                                          const Grouping& grouping, bool twoPanes = false,
                                          const CardLinks* links = nullptr);

}  // namespace ng::views
