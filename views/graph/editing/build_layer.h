// SPDX-License-Identifier: Apache-2.0
// Edits a graph with mouse and keys, above a canvas: gives the canvas's events to links, cards and
// the clipboard, drops new ops from the palette, and opens lines to type values and expressions.
// Relies on the editor's answers.
#pragma once

#include <QWidget>

#include "views/graph/editing/build_places.h"
#include "views/graph/editing/link_drag.h"
#include "views/graph/editing/piece_clipboard.h"
#include "views/graph/editing/piece_drag.h"

class QKeyEvent;
class QMenu;
class QMouseEvent;

namespace ng::views {

class CanvasLine;

class BuildLayer : public QWidget {
  Q_OBJECT

 public:
  BuildLayer(Workspace& workspace, GraphCanvas& canvas);

  bool active() const { return workspace_.editor->editing(); }
  BuildPlaces& places() { return places_; }
  // Values fed to placeholders and values of results, for the last line of the cards.
  std::unordered_map<OpId, QString> notes(const GraphRecordPtr& graph) const;

  // What the keys do with the op, which is selected, or with the picked cards if it is one of them.
  void addEntries(QMenu& menu, OpId op);

  QPointF port(ItemId card) const { return link_.port(card); }
  bool holdLink(ItemId from, ItemId to) { return link_.hold(from, to); }
  const BuildTip& tip() const { return tip_; }
  const std::set<ItemId>& picked() const { return cards_.picked(); }
  CanvasLine& line() { return *line_; }

 signals:
  void placesChanged();  // only the places changed, not the graph

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void followEditor();
  bool mouse(const QMouseEvent& event);
  bool key(int key);
  void rename();
  bool overridesShortcut(const QKeyEvent& event) const;
  void openLine();
  void previewLine(const QString& text);
  void enterLine();
  void commitLine();
  void carry(const QString& function, const QPoint& global);
  void drop(const QString& function, const QPoint& global);
  void edit(ItemId item);
  QPointF toScene(QPointF at) const { return canvas_.camera().view().toScene(at); }
  void paintCarried(QPainter& painter) const;

  Workspace& workspace_;
  GraphCanvas& canvas_;
  BuildTip tip_;
  BuildPlaces places_;
  LinkDrag link_;
  PieceDrag cards_;
  PieceClipboard clipboard_;
  QString refused_;  // the line whose unknown names were reported
  CanvasLine* line_;
  QString carried_;  // the function that is dragged over the canvas
  QPointF carriedAt_;
};

}  // namespace ng::views
