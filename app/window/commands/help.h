// SPDX-License-Identifier: Apache-2.0
// Dialogs of the Help menu.
#pragma once

namespace ng::views {

class MainWindow;

void showKeys(MainWindow& window);        // all commands with their keys; filterable
void showShellLines(MainWindow& window);  // the session's steps as shell commands, to copy
void showAbout(MainWindow& window);

}  // namespace ng::views
