// SPDX-License-Identifier: Apache-2.0
// Tool tips that name keys, and accessible names for screen readers, for all views.
#pragma once

#include <QMainWindow>

namespace ng::views {

// Appends the key to tool tips of commands that lack it. Gives focusable widgets without an
// accessible name one from their placeholder or tool tip, else from their view and kind.
void completeTipsAndNames(QMainWindow& window);

}  // namespace ng::views
