// SPDX-License-Identifier: Apache-2.0
// Which groups stand open when a document is opened: as many as leave every name legible.
#pragma once

#include <QSizeF>
#include <memory>
#include <vector>

#include "views/layout/direction.h"
#include "views/layout/grouping.h"

namespace ng::views {

// `graphs` as PassLayout takes them, the first `starts` of which one begins with; `shown` is what
// is seen first, on a canvas of `canvas` pixels. Some ten layouts of what is shown.
std::shared_ptr<Grouping> firstGrouping(const std::vector<GraphRecordPtr>& graphs,
                                        std::size_t starts, const GraphRecordPtr& shown,
                                        const QSizeF& canvas,
                                        Direction direction = Direction::down);

}  // namespace ng::views
