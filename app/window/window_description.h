// SPDX-License-Identifier: Apache-2.0
// JSON description of what the window shows: `ngraph-workbench FILE --view NAME --json`.
#pragma once

#include <QJsonObject>

#include "app/window/main_window.h"

namespace ng::views {

// The document, the run, the selection, and the contents of one view or, with an empty id, of every
// visible view.
QJsonObject describeWindow(MainWindow& window, const QString& view);

}  // namespace ng::views
