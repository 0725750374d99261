// SPDX-License-Identifier: Apache-2.0
// What the window shows as JSON: `ngraph-workbench FILE --view NAME --json`.
#pragma once

#include <QJsonObject>

#include "app/workbench/main_window.h"

namespace ng::views {

// The document, the run, what is selected, and the parts that are drawn: of one view, or, with an
// empty id, of every view that can be seen.
QJsonObject drawnWindow(MainWindow& window, const QString& view);

}  // namespace ng::views
