// SPDX-License-Identifier: Apache-2.0
// One row a view.
#include "views/view_table.h"

#include <vector>

namespace ng::views {

std::span<const View> viewTable() {
  static const std::vector<View> rows = {};
  return rows;
}

const View* findView(const QString& id) {
  for (const View& view : viewTable()) {
    if (id == view.id) return &view;
  }
  return nullptr;
}

}  // namespace ng::views
