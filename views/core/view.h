// SPDX-License-Identifier: Apache-2.0
// The View record: one row of view_table for each view of the window.
#pragma once

#include "views/core/workspace.h"

class QWidget;

namespace ng::views {

// The view's default place in the main window.
enum class Place { center, left, leftLower, bottom, bottomRight, right };

struct View {
  const char* id;        // "graph": the name after --view
  const char* title;     // "Graph"
  const char* icon;      // Theme::icon
  const char* shortcut;  // raises and focuses the view: "Ctrl+1", or several: "Ctrl+1; Ctrl+2"
  Place place;
  Facets shows;  // the facets for which reveal() raises the view
  // Creates a widget without a parent. Its QWidget::actions() are the view's commands: they appear
  // in the palette, and the graph's also in the Graph menu. Give them texts, icons, and shortcuts
  // with Qt::WidgetWithChildrenShortcut.
  QWidget* (*make)(Workspace& workspace);
};

}  // namespace ng::views
