// SPDX-License-Identifier: Apache-2.0
// Tool tips of disabled menu entries: the reason why the entry is disabled.
#pragma once

#include <QString>

class QAction;

namespace ng::views {

class MainWindow;

// One sentence for a disabled command; empty for a command of a view that gives no reason.
QString whyDisabled(MainWindow& window, const QAction& command);

// Adds the tool tips to the window's menus. Call after they are built.
void tellReasons(MainWindow& window);

}  // namespace ng::views
