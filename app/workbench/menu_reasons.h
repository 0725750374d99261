// SPDX-License-Identifier: Apache-2.0
// Why an entry of a menu cannot be chosen now: told where the pointer rests on it.
#pragma once

#include <QString>

class QAction;

namespace ng::views {

class MainWindow;

// One sentence for a command that is disabled; empty for one of a view that tells none.
QString whyDisabled(MainWindow& window, const QAction& command);

// From now on the window's menus tell it. Call when they are built.
void tellReasons(MainWindow& window);

}  // namespace ng::views
