// SPDX-License-Identifier: Apache-2.0
// Which groups stand open when a document is opened, or when other groups are chosen: as many as
// leave every name legible.
#pragma once

#include <QSizeF>
#include <memory>
#include <optional>
#include <vector>

#include "views/layout/direction.h"
#include "views/layout/grouping.h"

namespace ng::views {

// `graphs` as PassLayout takes them, the first `starts` of which one begins with; `shown` is what
// is seen first, on a canvas of `canvas` pixels. Some ten layouts of what is shown. Without a way
// to group by (`compilation` as Grouping takes it) the graph's size and names decide.
std::shared_ptr<Grouping> firstGrouping(const std::vector<GraphRecordPtr>& graphs,
                                        std::size_t starts, const GraphRecordPtr& shown,
                                        const QSizeF& canvas, Direction direction = Direction::down,
                                        std::optional<GroupBy> by = std::nullopt,
                                        const CompilationRecord* compilation = nullptr);

}  // namespace ng::views
