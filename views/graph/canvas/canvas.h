// SPDX-License-Identifier: Apache-2.0
// GraphCanvas: shows a scene, zooms, pans and reports clicks, hovering and keyboard navigation. It
// makes no decisions: the owning view sets the highlighting. A click never moves the picture.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "views/core/drawn.h"
#include "views/graph/canvas/scene_picture.h"
#include "views/graph/canvas/viewport.h"

namespace ng::views {

using ScenePtr = std::shared_ptr<const GraphScene>;

class Minimap;

// Cards of the old and the new scene that should be at the same position; 0 for none.
struct Anchor {
  ItemId before = 0, after = 0;
};

class GraphCanvas : public QWidget, public Drawn {
  Q_OBJECT

 public:
  explicit GraphCanvas(QWidget* parent = nullptr);

  // Keeps the visible area; with an anchor, card `after` of the new scene gets the position of card
  // `before` of the old one. A fitted view is fitted again.
  void setScene(ScenePtr scene, Anchor anchor = {});
  const GraphScene& scene() const { return *scene_; }
  const ScenePtr& sharedScene() const { return scene_; }
  const Lit& lit() const { return lit_; }

  void select(ItemId item);
  void setKernel(OpKey kernel);
  void setHits(std::vector<Hit> hits, OpKeys folded, int current);
  void setHeat(std::vector<float> heat);
  void setAxis(AxisLit axis);
  void setHalts(HaltMarks halts);
  void setTraced(std::vector<char> cards);  // by card; empty: nothing is traced
  const AxisLit& axis() const { return lit_.axis; }
  // Tool tip text of a card or an edge; called while the cursor rests.
  std::function<QString(const Card&)> cardTip;
  std::function<QString(const EdgeShape&)> edgeTip;
  // The description of groups in drawn(); may be null.
  std::function<QJsonObject()> groupsDrawn;

  double scale() const { return view_.scale(); }
  QRectF visibleArea() const;            // in scene units
  void showArea(const QRectF& visible);  // shows an area that visibleArea() returned
  bool everythingFits() const;
  void fit();
  // Which of two compared graphs this is; empty: only one is shown.
  void setCaption(const QString& caption);
  const QString& caption() const { return caption_; }
  // While fitted: keeps the scale if the new scene is fully visible with it.
  void keepFit(bool kept) { keptFit_ = kept; }
  void setFitMargin(double pixels) { margin_ = pixels; }  // margin for the following fits
  void setBeside(const QRectF& bounds);  // bounds of a second canvas that shows the same part
  void hold() { fitted_ = false; }       // stops following the size of the scene
  void oneToOne();
  void zoomBy(double factor);
  void goTo(ItemId item);      // centres it at a legible size
  void showItem(ItemId item);  // goTo(), unless it is visible and legible
  void reveal(ItemId item);    // pans as little as possible
  // Viewport::revealAtLeast, in scene units.
  void revealArea(const QRectF& area, const QRectF& title, double least);
  // The area that will be visible after the scene moves by `shift` and `area` is revealed.
  QRectF areaToReveal(QPointF shift, const QRectF& area, const QRectF& title, double least) const;
  // False: parts of the visible picture are still sketches.
  bool finished() const { return !isVisible() || picture_.finished(); }
  bool fitted() const { return fitted_; }  // fits again after a resize or a new layout

  // State for tests and links, in widget coordinates; empty if not shown.
  QRectF cardRect(ItemId item) const;
  std::vector<ItemId> visibleItems() const;
  ItemId selected() const;
  ItemId itemAt(QPoint at) const;

  // Moves from the selected card along an edge: Qt::Key_Up, Down, Left or Right.
  bool walk(int key);
  // Goes to the end of the edge that is farther from the selected card or from the cursor.
  void followEdge(int edge);

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {980, 612}; }
  QSize minimumSizeHint() const override { return {200, 120}; }

 signals:
  void clicked(ng::views::ItemId item);    // 0: the background
  void activated(ng::views::ItemId item);  // double click or Enter on a card
  void hullClicked(ng::OpKey kernel);
  void frameClicked(ng::views::ItemId group);
  void walkedTo(ng::views::ItemId item);  // by keyboard or along an edge
  void menuAsked(ng::views::ItemId item, const QPoint& global);
  void viewChanged();  // zoomed or panned by the user or a command
  void rescaled();     // fitted again, after a resize or to a new scene

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void moved(bool byUser);
  void repaintAll();
  void repaintLit(int card, int edge);  // the items that hovering highlights
  void repaintChips(ItemId source);     // on the cards that read it from far away
  void goToRead(ItemId source);
  ItemId nextOf(const Chip& chip) const;
  bool fitsStill() const;
  bool onlyAStripCame() const;
  void noteFit();
  void fitAgain();
  void paintScene(QPainter& painter, const QRect& area);
  void paintCaption(QPainter& painter) const;
  void hover(QPointF at);
  void clickAt(QPointF at);
  void describe();
  int farEnd(int edge) const;
  bool alongRow(int key) const;
  std::vector<int> neighbours(int card, int key) const;

  ScenePtr scene_;
  Lit lit_;
  Viewport view_;
  ScenePicture picture_;
  QTimer goesOn_;  // paints further tiles while the picture is unfinished
  Minimap* minimap_;
  bool fitted_ = true, keptFit_ = false;
  double margin_ = Viewport::fitMargin;
  QSize fittedFor_, fittedIn_;  // sizes of the canvas and of its window at the last fit
  QRectF beside_;               // bounds that must be visible too
  QString caption_;
  QPointF pressed_, dragged_;
  bool pressing_ = false, dragging_ = false;
  int cameFrom_ = -1;  // the card at which the last keyboard step started
};

}  // namespace ng::views
