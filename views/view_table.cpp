// SPDX-License-Identifier: Apache-2.0
// One row a view.
#include "views/view_table.h"

#include <vector>

#include "views/messages/messages_view.h"
#include "views/run/run_view.h"

namespace ng::views {

std::span<const View> viewTable() {
  static const std::vector<View> rows = {
      // id, title, icon, shortcut, place, raised for, made by
      {"run", "Run", "run_view", "Ctrl+Shift+R", Place::bottom, {}, makeRunView},
      {"messages", "Messages", "messages", "Ctrl+Shift+M", Place::bottom, {}, makeMessagesView},
  };
  return rows;
}

const View* findView(const QString& id) {
  for (const View& view : viewTable()) {
    if (id == view.id) return &view;
  }
  return nullptr;
}

}  // namespace ng::views
