// SPDX-License-Identifier: Apache-2.0
// The table of views.
#include "views/view_table.h"

#include <vector>

#include "views/checkpoints/checkpoints_view.h"
#include "views/axes/axes_view.h"
#include "views/buffers/buffers_view.h"
#include "views/debug/debug_view.h"
#include "views/build/build_view.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector_view.h"
#include "views/kernels/kernels_view.h"
#include "views/messages/messages_view.h"
#include "views/outline/outline_view.h"
#include "views/passes/passes_view.h"
#include "views/roofline/roofline_view.h"
#include "views/run/run_view.h"
#include "views/script/script_view.h"
#include "views/tensors/tensors_view.h"
#include "views/timeline/timeline_view.h"

namespace ng::views {

std::span<const View> viewTable() {
  static const std::vector<View> rows = {
      // id, title, icon, shortcut, place, facets that raise it, factory
      {"graph", "Graph", "graph", "Ctrl+Shift+G", Place::center, Facet::op, makeGraphView},
      {"outline", "Outline", "outline", "Ctrl+Shift+O", Place::left, {}, makeOutlineView},
      {"inspector",
       "Inspector",
       "inspector",
       "Ctrl+Shift+I; Ctrl+D",
       Place::right,
       {},
       makeInspectorView},
      {"passes", "Passes", "passes", "Ctrl+Shift+A", Place::leftLower, Facet::pass, makePassesView},
      {"run", "Run", "run_view", "Ctrl+Shift+R", Place::bottom, {}, makeRunView},
      {"timeline", "Timeline", "timeline", "Ctrl+Shift+L", Place::bottom, Facet::range,
       makeTimelineView},
      {"roofline", "Roofline", "roofline", "Ctrl+Shift+J", Place::bottom, {}, makeRooflineView},
      {"kernels", "Kernels", "kernels", "Ctrl+Shift+K", Place::bottom, Facet::kernel,
       makeKernelsView},
      {"buffers", "Buffers", "buffers", "Ctrl+Shift+U", Place::bottom, Facet::buffer,
       makeBuffersView},
      {"axes", "Axes", "axes", "Ctrl+Shift+X", Place::bottom, Facet::axis, makeAxesView},
      {"tensors", "Tensors", "tensors", "Ctrl+Shift+T; Ctrl+I", Place::bottomRight, Facet::tensor,
       makeTensorsView},
      {"script", "Script", "script", "Ctrl+Shift+Y", Place::left, {}, makeScriptView},
      {"build", "Build", "build", "Ctrl+E", Place::left, {}, makeBuildView},
      {"checkpoints",
       "Checkpoints",
       "checkpoints",
       "Ctrl+Shift+H",
       Place::bottom,
       {},
       makeCheckpointsView},
      {"debug", "Debug", "debug", "Ctrl+Shift+F", Place::bottom, {}, makeDebugView},
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
