// SPDX-License-Identifier: Apache-2.0
// Edits a graph with the mouse: drags links from a card's lower edge to another card, drops new
// ops, moves cards, selects several with Shift; keys delete, copy and rename, and open a line to
// type an expression. Paints above the canvas and relies on the editor's answers.
#pragma once

#include <QWidget>
#include <optional>
#include <set>

#include "views/core/workspace.h"
#include "views/graph/canvas/canvas.h"
#include "views/graph/scene/kept_places.h"
#include "views/layout/graph_placer.h"

namespace ng::views {

class CanvasLine;

class BuildLayer : public QWidget {
  Q_OBJECT

 public:
  BuildLayer(Workspace& workspace, GraphCanvas& canvas);

  bool active() const { return workspace_.editor->editing(); }
  // The cards' places while a document is edited. Returns `placement` without a draft, and for a
  // restored draft until it is edited.
  PlacementPtr arrange(const PlacementPtr& placement, const GraphRecordPtr& graph,
                       const Grouping& grouping);
  // Of a draft: not edited since it was restored.
  bool laidOut() const { return laidOut_ != nullptr; }
  // Values fed to placeholders and values of results, for the last line of the cards.
  std::unordered_map<OpKey, QString> notes(const GraphRecordPtr& graph) const;

  void removeSelected();

  QPointF port(ItemId card) const;  // where links start, in the canvas's coordinates
  QString tip() const { return tip_; }
  QRectF tipRect() const;  // empty without a tip
  bool refused() const { return refused_; }
  const std::set<ItemId>& picked() const { return picked_; }
  CanvasLine& line() { return *line_; }

 signals:
  void placesChanged();  // only the places changed, not the graph

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool press(QPointF at);
  bool move(QPointF at, bool pressed);
  bool release(QPointF at);
  bool key(int key);
  bool draggable(ItemId item) const;
  bool pressPiece(QPointF at, bool shift);
  bool movePiece(QPointF at);
  bool releasePiece(QPointF at);
  bool commandKey(int key);
  bool isPiecesKey(int key) const;
  bool piecesKey(const QKeyEvent& event) const;
  void dropPiece();
  void pickBox();
  void carryPiece();
  bool pastePiece();
  void copyPiece(const QString& line);
  std::vector<ItemId> moved() const;  // the selected cards, or the one that is dragged
  QPointF centre(ItemId card) const;  // in the scene
  void keepPlaces();
  void keepPicture(const GraphRecord& graph);
  bool asLaidOut(const GraphRecordPtr& graph);
  void openLine();
  void enterLine();
  void paintPiece(QPainter& painter) const;
  void paintTip(QPainter& painter) const;
  void carry(const QString& function, const QPoint& global);
  void drop(const QString& function, const QPoint& global);
  void edit(ItemId item);
  void tryLink(ItemId to, QPointF at);
  QString linkLine(ItemId to, QPointF at) const;
  void say(const EditAnswer& answer);
  void endLink();
  QPointF toScene(QPointF at) const;
  std::vector<OpKey> selectedIds() const;
  QStringList selectedOps() const;  // "#3", the form used in edit lines
  QString documentPath() const;

  Workspace& workspace_;
  GraphCanvas& canvas_;
  KeptPlaces kept_;
  bool fromNothing_ = false;  // the draft started without any op
  GraphRecordPtr laidOut_;    // graph of a restored draft; null once it is edited
  ItemId hovered_ = 0;
  ItemId from_ = 0, over_ = 0;  // of the link that is being dragged
  QPointF at_;
  QString carried_, tried_, tip_;
  bool refused_ = false;
  ItemId tipCard_ = 0;  // the card that the tip describes
  std::set<ItemId> picked_;
  std::optional<QPointF> boxFrom_;
  ItemId dragged_ = 0;
  QPointF dragFrom_;
  bool dragging_ = false;
  std::map<OpKey, QPointF> before_;  // card positions before the drag
  std::map<OpKey, QPointF> places_;  // the editor's places at the last arrange()
  struct Copied {
    QString document, copy, paste;  // lines for the same document and for any other
  } copied_;
  CanvasLine* line_;
};

}  // namespace ng::views
