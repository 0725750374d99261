// SPDX-License-Identifier: Apache-2.0
// Making a graph with the mouse: links are drawn from a card's lower edge to another card, new ops
// are dropped, keys delete and rename. Paints above the canvas and decides by the editor's answers.
#pragma once

#include <QWidget>
#include <optional>

#include "views/core/workspace.h"
#include "views/graph/canvas.h"
#include "views/graph/kept_places.h"
#include "views/layout/graph_placer.h"

namespace ng::views {

class BuildLayer : public QWidget {
  Q_OBJECT

 public:
  BuildLayer(Workspace& workspace, GraphCanvas& canvas);

  bool active() const { return workspace_.editor->editing(); }
  // Where cards stand while a document is made; without a draft what the layout says.
  PlacementPtr arrange(const PlacementPtr& placement, const GraphRecordPtr& graph,
                       const Grouping& grouping);
  // What placeholders are fed and results came to, for the cards' last line.
  std::unordered_map<OpKey, QString> notes(const GraphRecordPtr& graph) const;

  QPointF port(ItemId card) const;  // where links begin, in the canvas's coordinates
  QString tip() const { return tip_; }
  bool refused() const { return refused_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool press(QPointF at);
  bool move(QPointF at, bool pressed);
  bool release(QPointF at);
  bool key(int key);
  void carry(const QString& function, const QPoint& global);
  void drop(const QString& function, const QPoint& global);
  void edit(ItemId item);
  void tryLink(ItemId to, QPointF at);
  QString linkLine(ItemId to, QPointF at) const;
  void say(const EditAnswer& answer);
  void endLink();
  QPointF toScene(QPointF at) const;
  QStringList selectedOps() const;

  Workspace& workspace_;
  GraphCanvas& canvas_;
  KeptPlaces kept_;
  ItemId hovered_ = 0;
  ItemId from_ = 0, over_ = 0;  // of the link that is drawn
  QPointF at_;
  QString carried_, tried_, tip_;
  bool refused_ = false;
};

}  // namespace ng::views
