// SPDX-License-Identifier: Apache-2.0
// The table of layouts.
#include "app/window/layouts.h"

#include <algorithm>
#include <vector>

namespace ng::views {

std::span<const LayoutRow> layoutTable() {
  static const std::vector<LayoutRow> rows = {
      {Layout::explore, "explore", "Explore", "Alt+1"},
      {Layout::compile, "compile", "Compile", "Alt+2", 440, 300},
      {Layout::run, "run", "Run", "Alt+3", 460, 240, 320, 640},
      {Layout::profile, "profile", "Profile", "Alt+4", 460, 240, 320, 360},
      {Layout::script, "script", "Script", "Alt+5", 300, 620, 320},
      {Layout::build, "build", "Build", "Alt+6", 280, 300},
      {Layout::graph, "graph", "Graph only", "Alt+0"},
  };
  return rows;
}

const LayoutRow& layoutRow(Layout layout) {
  const auto rows = layoutTable();
  return *std::find_if(rows.begin(), rows.end(),
                       [layout](const LayoutRow& row) { return row.layout == layout; });
}

}  // namespace ng::views
