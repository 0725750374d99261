// SPDX-License-Identifier: Apache-2.0
// GraphCanvas: shows a scene and what is highlighted in it, and reports clicks and keyboard
// navigation. It makes no decisions: the owning view sets the highlighting.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>

#include "views/core/describable.h"
#include "views/graph/canvas/canvas_picture.h"
#include "views/graph/canvas/card_walk.h"
#include "views/graph/canvas/graph_camera.h"

namespace ng::views {

using ScenePtr = std::shared_ptr<const GraphScene>;

class Minimap;

// Cards of the old and the new scene that should be at the same position; 0 for none.
struct Anchor {
  ItemId before = 0, after = 0;
};

class GraphCanvas : public QWidget, public Describable {
  Q_OBJECT

 public:
  explicit GraphCanvas(QWidget* parent = nullptr);

  // Keeps the visible area; with an anchor, card `after` of the new scene gets the position of card
  // `before` of the old one. A fitted view is fitted again.
  void setScene(ScenePtr scene, Anchor anchor = {});
  const GraphScene& scene() const { return *scene_; }
  const ScenePtr& sharedScene() const { return scene_; }
  GraphCamera& camera() { return camera_; }
  const GraphCamera& camera() const { return camera_; }

  const Lit& lit() const { return lit_; }
  void select(ItemId item);
  ItemId selected() const;
  void setKernel(OpId kernel);
  void setMatches(std::vector<Match> matches, OpIds folded, int current);
  void setHeat(std::vector<std::optional<float>> heat);
  void setPlaced(std::vector<std::optional<int>> placements);
  void setAxis(AxisLit axis);
  void setStops(StopMarks stops);
  void setTraced(std::vector<char> cards);           // by card; empty: nothing is traced
  bool setHovered(int card, int edge, ItemId chip);  // false: nothing changed
  void setCurrentEdge(int edge);                     // of the keyboard navigation; -1: none
  // Which of two compared graphs this is; empty: only one is shown.
  void setCaption(const QString& caption);
  const QString& caption() const { return caption_; }
  // Tool tip text of a card or an edge; called while the cursor rests.
  std::function<QString(const Card&)> cardTip;
  std::function<QString(const EdgeShape&)> edgeTip;
  // The description of groups in description(); may be null.
  std::function<QJsonObject()> describeGroups;

  void goTo(ItemId item);      // centres it at a legible size
  void centreOn(ItemId item);  // keeps the scale
  void showItem(ItemId item);  // goTo(), unless it is visible and legible
  void reveal(ItemId item);    // pans as little as possible
  void walkTo(ItemId item);    // selects it and goes there
  // Moves from the selected card along an edge: Qt::Key_Up, Down, Left or Right.
  bool walk(int key);
  // Goes to the end of the edge that is farther from the selected card or from the cursor.
  void followEdge(int edge);

  // False: parts of the visible picture are still sketches.
  bool finished() const { return !isVisible() || picture_.finished(); }
  // In widget coordinates; empty if not shown.
  QRectF cardRect(ItemId item) const;
  std::vector<ItemId> visibleItems() const;
  ItemId itemAt(QPoint at) const;

  QJsonObject description() const override;
  QSize sizeHint() const override { return {980, 612}; }
  QSize minimumSizeHint() const override { return {200, 120}; }

 signals:
  void clicked(ng::views::ItemId item);    // 0: the background
  void activated(ng::views::ItemId item);  // double click or Enter on a card
  void hullClicked(ng::OpId kernel);
  void frameClicked(ng::views::ItemId group);
  void walkedTo(ng::views::ItemId item);  // by keyboard or along an edge
  void menuAsked(ng::views::ItemId item, const QPoint& global);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  const Card* cardOf(ItemId item) const;  // null: not shown
  void paintCaption(QPainter& painter) const;
  void describe();

  ScenePtr scene_;
  Lit lit_;
  GraphCamera camera_;
  CanvasPicture picture_;
  CardWalk walk_;
  Minimap* minimap_;
  QString caption_;
};

}  // namespace ng::views
