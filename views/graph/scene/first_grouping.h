// SPDX-License-Identifier: Apache-2.0
// Chooses which groups are open when a document is opened or the grouping changes: as many as
// possible while every name stays legible.
#pragma once

#include <QSizeF>
#include <memory>
#include <optional>
#include <vector>

#include "views/layout/direction.h"
#include "views/layout/groups/grouping.h"

namespace ng::views {

// `graphs` as for PassLayout; the view starts with one of the first `starts`. `shown` is shown
// first, on a canvas of `canvas` pixels. Computes about ten layouts of `shown`. Without `by`, the
// size and the names of the graph determine the grouping (`compilation` as for Grouping).
std::shared_ptr<Grouping> firstGrouping(const std::vector<GraphRecordPtr>& graphs,
                                        std::size_t starts, const GraphRecordPtr& shown,
                                        const QSizeF& canvas, Direction direction = Direction::down,
                                        std::optional<GroupBy> by = std::nullopt,
                                        const CompilationRecord* compilation = nullptr);

}  // namespace ng::views
