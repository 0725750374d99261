// SPDX-License-Identifier: Apache-2.0
// The small windows of the Help menu.
#pragma once

namespace ng::views {

class MainWindow;

void showKeys(MainWindow& window);        // every command with its key; filterable
void showShellLines(MainWindow& window);  // what was done so far, to copy
void showAbout(MainWindow& window);

}  // namespace ng::views
