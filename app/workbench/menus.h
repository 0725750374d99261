// SPDX-License-Identifier: Apache-2.0
// The menu bar. A menu that has nothing to show is not there.
#pragma once

namespace ng::views {

class MainWindow;

void buildMenus(MainWindow& window);

}  // namespace ng::views
