// SPDX-License-Identifier: Apache-2.0
// The View record: one row of view_table for each view of the window. The window, its docks, menus
// and keys know no view by name: what they need is in the row.
#pragma once

#include <span>

#include "views/core/view_base.h"
#include "views/core/view_option.h"
#include "views/core/workspace.h"

namespace ng::views {

// The view's default place in the main window.
enum class Place { center, left, leftLower, bottom, bottomRight, right };

// Layouts of the window (app/window/layouts.h).
enum class Layout {
  explore = 1,
  compile = 2,
  run = 4,
  profile = 8,
  script = 16,
  build = 32,
  graph = 64,
};
Q_DECLARE_FLAGS(Layouts, Layout)
Q_DECLARE_OPERATORS_FOR_FLAGS(Layouts)

// What the window raises the view for, besides the facets of the selection.
enum class Task { none, edit, script, pipeline, run, debug, messages, compare };

// Files that a view shows next to the document.
enum class FileKind { none, trace, checkpoint };

struct View {
  const char* id;        // "graph": the name after --view
  const char* title;     // "Graph"
  const char* icon;      // Theme::icon
  const char* shortcut;  // raises and focuses the view: "Ctrl+1", or several: "Ctrl+1; Ctrl+2"
  Place place;
  // Creates a widget without a parent. Its QWidget::actions() are the view's commands: they appear
  // in the palette. Give them texts, icons, and shortcuts with Qt::WidgetWithChildrenShortcut.
  ViewBase* (*make)(Workspace& workspace);
  Facets shows = {};       // the facets for which reveal() raises the view
  Task task = Task::none;  // the window raises the view for it
  FileKind opens = FileKind::none;
  Layout roomy = Layout::explore;  // the layout in which the view has room
  Layouts hidden = {};             // the layouts without the view
  Layouts front = {};              // the layouts in which it is the current tab
  Layouts focused = {};            // the layouts that give it the focus
  const char* menu = "";           // the menu that lists the view's commands
  const char* windowKeys = "";     // keys of its commands that work in the whole window: "[; ]"
  std::span<const ViewOption> options = {};  // of the command line
  // A small picture of a graph, of `size` times `ratio` pixels; null: the view draws none. Any
  // thread.
  QImage (*thumbnail)(const GraphRecordPtr& graph, const QSize& size, double ratio) = nullptr;
};

}  // namespace ng::views
