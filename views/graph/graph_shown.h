// SPDX-License-Identifier: Apache-2.0
// What the graph view shows: the graph with its pass, groups and places. The view keeps it; the
// parts of the view read it.
#pragma once

#include "views/core/workspace.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/crumb_strip.h"
#include "views/layout/graph_placer.h"

namespace ng::views {

class BuildLayer;

struct GraphShown {
  Workspace& workspace;
  GraphCanvas& canvas;
  CrumbStrip& crumbs;
  BuildLayer* build = nullptr;  // null: this window is read-only

  CompilationRecordPtr compilation = nullptr;
  GraphRecordPtr graph = nullptr;
  std::shared_ptr<const PassRecord> pass = nullptr;  // the pass whose marks are shown; null: none
  std::shared_ptr<const Grouping> grouping = std::make_shared<Grouping>();
  std::shared_ptr<const OpIds> hidden = nullptr;  // null: none
  PlacementPtr placement = nullptr;               // of the scene that is shown or being drawn
  Anchor anchor{};                                // of the next scene

  void readPass();  // graph and pass from the selection
  DocumentRecordPtr document() const { return workspace.documents.document(); }
  std::vector<GraphRecordPtr> graphs() const;  // of the compilation or the document
  bool editing() const;                        // a new document, or one with edits
  bool making() const;  // the picture grows by edits instead of coming from a layout
  bool begun() const;   // the draft is still empty
  bool isSameDraft(const GraphRecord& other) const;  // under another name
  ItemId cardFor(OpId op) const;  // for a kernel drawn as a hull, the first card of its ops
  OpIds selectedOps() const;      // of the selected op or group
  void say(const QString& text, bool warning = false) const;  // the result of a user action
};

}  // namespace ng::views
