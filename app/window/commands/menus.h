// SPDX-License-Identifier: Apache-2.0
// The menu bar. Empty menus are omitted.
#pragma once

namespace ng::views {

class MainWindow;

void buildMenus(MainWindow& window);

}  // namespace ng::views
