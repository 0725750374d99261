// SPDX-License-Identifier: Apache-2.0
// The table of views.
#include "views/view_table.h"

#include <algorithm>
#include <vector>

#include "views/axes/axes_view.h"
#include "views/buffers/buffers_view.h"
#include "views/build/build_view.h"
#include "views/checkpoints/checkpoints_view.h"
#include "views/debug/debug_view.h"
#include "views/differences/differences_view.h"
#include "views/graph/graph_export.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector_view.h"
#include "views/kernels/kernels_view.h"
#include "views/messages/messages_view.h"
#include "views/outline/outline_view.h"
#include "views/passes/passes_view.h"
#include "views/roofline/roofline_view.h"
#include "views/run/run_view.h"
#include "views/scaling/scaling_view.h"
#include "views/script/script_view.h"
#include "views/tensors/tensors_view.h"
#include "views/timeline/timeline_view.h"

namespace ng::views {
namespace {

template <class Shown>
ViewBase* make(Workspace& workspace) {
  return new Shown(workspace);
}

// The first row that matches; null: none.
template <class Matches>
const View* first(Matches matches) {
  const auto rows = viewTable();
  const auto found = std::find_if(rows.begin(), rows.end(), matches);
  return found == rows.end() ? nullptr : &*found;
}

using enum Layout;

}  // namespace

std::span<const View> viewTable() {
  static const std::vector<View> rows = {
      {.id = "graph",
       .title = "Graph",
       .icon = "graph",
       .shortcut = "Ctrl+Shift+G",
       .place = Place::center,
       .make = make<GraphView>,
       .shows = Facet::op,
       .menu = "Graph",
       .windowKeys = "Ctrl+F",
       .options = GraphView::options(),
       .thumbnail = graphPicture},
      {.id = "outline",
       .title = "Outline",
       .icon = "outline",
       .shortcut = "Ctrl+Shift+O",
       .place = Place::left,
       .make = make<OutlineView>,
       .hidden = compile | script | build | graph},
      {.id = "inspector",
       .title = "Inspector",
       .icon = "inspector",
       .shortcut = "Ctrl+Shift+I",
       .place = Place::right,
       .make = make<InspectorView>},
      {.id = "passes",
       .title = "Passes",
       .icon = "passes",
       .shortcut = "Ctrl+Shift+A",
       .place = Place::leftLower,
       .make = make<PassesView>,
       .shows = Facet::pass,
       .task = Task::pipeline,
       .hidden = run | profile | script | build | graph,
       .menu = "Compile",
       .windowKeys = "[; ]; {; }"},
      {.id = "run",
       .title = "Run",
       .icon = "run_view",
       .shortcut = "Ctrl+Shift+R",
       .place = Place::bottom,
       .make = make<RunView>,
       .task = Task::run,
       .roomy = run,
       .hidden = graph,
       .front = explore | run | script | build},
      {.id = "timeline",
       .title = "Timeline",
       .icon = "timeline",
       .shortcut = "Ctrl+Shift+L",
       .place = Place::bottom,
       .make = make<TimelineView>,
       .shows = Facet::range,
       .opens = FileKind::trace,
       .roomy = profile,
       .hidden = graph,
       .front = profile,
       .focused = profile,
       .options = TimelineView::options()},
      {.id = "roofline",
       .title = "Roofline",
       .icon = "roofline",
       .shortcut = "Ctrl+Shift+J",
       .place = Place::bottom,
       .make = make<RooflineView>,
       .roomy = profile,
       .hidden = graph},
      {.id = "scaling",
       .title = "Scaling",
       .icon = "scaling",
       .shortcut = "Ctrl+Alt+S",
       .place = Place::bottom,
       .make = make<ScalingView>,
       .hidden = explore | compile | run | script | build | graph},
      {.id = "kernels",
       .title = "Kernels",
       .icon = "kernels",
       .shortcut = "Ctrl+Shift+K",
       .place = Place::bottom,
       .make = make<KernelsView>,
       .shows = Facet::kernel,
       .roomy = compile,
       .hidden = graph,
       .front = compile},
      {.id = "buffers",
       .title = "Buffers",
       .icon = "buffers",
       .shortcut = "Ctrl+Shift+U",
       .place = Place::bottom,
       .make = make<BuffersView>,
       .shows = Facet::buffer,
       .roomy = profile,
       .hidden = graph},
      {.id = "axes",
       .title = "Axes",
       .icon = "axes",
       .shortcut = "Ctrl+Shift+X",
       .place = Place::bottom,
       .make = make<AxesView>,
       .shows = Facet::axis,
       .hidden = graph},
      {.id = "tensors",
       .title = "Tensors",
       .icon = "tensors",
       .shortcut = "Ctrl+Shift+T; Ctrl+I",
       .place = Place::bottomRight,
       .make = make<TensorsView>,
       .shows = Facet::tensor,
       .roomy = run,
       .hidden = compile | profile | graph,
       .front = run | script | build,
       .options = tensorsViewOptions()},
      {.id = "script",
       .title = "Script",
       .icon = "script",
       .shortcut = "Ctrl+Shift+Y",
       .place = Place::left,
       .make = make<ScriptView>,
       .task = Task::script,
       .roomy = script,
       .hidden = explore | compile | run | profile | build | graph,
       .focused = script},
      {.id = "build",
       .title = "Build",
       .icon = "build",
       .shortcut = "Ctrl+E",
       .place = Place::left,
       .make = makeBuildView,
       .task = Task::edit,
       .roomy = build,
       .hidden = explore | compile | run | profile | script | graph,
       .options = BuildView::options()},
      {.id = "checkpoints",
       .title = "Checkpoints",
       .icon = "checkpoints",
       .shortcut = "Ctrl+Shift+H",
       .place = Place::bottom,
       .make = make<CheckpointsView>,
       .opens = FileKind::checkpoint,
       .hidden = graph},
      {.id = "debug",
       .title = "Debug",
       .icon = "debug",
       .shortcut = "Ctrl+Shift+F",
       .place = Place::bottom,
       .make = make<DebugView>,
       .task = Task::debug,
       .hidden = graph,
       .options = DebugView::options()},
      {.id = "differences",
       .title = "Differences",
       .icon = "diff",
       .shortcut = "Ctrl+Alt+D",
       .place = Place::bottom,
       .make = make<DifferencesView>,
       .task = Task::compare,
       .hidden = explore | compile | run | profile | script | build | graph,
       .options = DifferencesView::options()},
      {.id = "messages",
       .title = "Messages",
       .icon = "messages",
       .shortcut = "Ctrl+Shift+M",
       .place = Place::bottom,
       .make = make<MessagesView>,
       .task = Task::messages,
       .hidden = graph},
  };
  return rows;
}

const View* findView(const QString& id) {
  return first([&id](const View& view) { return id == view.id; });
}

const View* findView(Task task) {
  return first([task](const View& view) { return task != Task::none && view.task == task; });
}

const View* findView(FileKind kind) {
  return first([kind](const View& view) { return kind != FileKind::none && view.opens == kind; });
}

}  // namespace ng::views
