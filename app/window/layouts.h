// SPDX-License-Identifier: Apache-2.0
// The layouts of the window (Alt+1..6, Alt+0): the sizes of its areas. Which views each layout
// shows is in the views' rows (views/core/view.h).
#pragma once

#include <QString>
#include <span>

#include "views/core/view.h"

namespace ng::views {

struct LayoutRow {
  Layout layout;
  const char* id;
  const char* title;
  const char* shortcut;
  int bottomHeight = 300, leftWidth = 280, rightWidth = 340, bottomRightWidth = 420;
};
std::span<const LayoutRow> layoutTable();
const LayoutRow& layoutRow(Layout layout);

}  // namespace ng::views
