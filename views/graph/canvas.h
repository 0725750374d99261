// SPDX-License-Identifier: Apache-2.0
// GraphCanvas: shows a scene, zooms, pans and reports what is clicked, hovered or walked to. It
// decides nothing: the view that owns it sets what is lit. A click never moves the picture.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "views/core/drawn.h"
#include "views/graph/scene_picture.h"
#include "views/graph/viewport.h"

namespace ng::views {

using ScenePtr = std::shared_ptr<const GraphScene>;

class Minimap;

// Cards of the old and of the new scene that shall stand at the same place; 0 for none.
struct Anchor {
  ItemId before = 0, after = 0;
};

class GraphCanvas : public QWidget, public Drawn {
  Q_OBJECT

 public:
  explicit GraphCanvas(QWidget* parent = nullptr);

  // The picture stays where it is; with an anchor, card `after` of the new scene comes to stand
  // where card `before` of the old one was. While the view is fitted, it is fitted again.
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
  void setTraced(std::vector<char> cards);  // of each card; empty: nothing is traced
  const AxisLit& axis() const { return lit_.axis; }
  // Text of the tooltip of a card or (second) an edge; called while the cursor rests.
  std::function<QString(const Card&)> cardTip;
  std::function<QString(const EdgeShape&)> edgeTip;
  // What drawn() tells of groups; may be null.
  std::function<QJsonObject()> groupsDrawn;

  double scale() const { return view_.scale(); }
  QRectF visibleArea() const;            // in scene units
  void showArea(const QRectF& visible);  // the same area as visibleArea() once gave
  bool everythingFits() const;
  void fit();
  void setCaption(const QString& caption);  // which of two graphs this is; empty: the only one
  const QString& caption() const { return caption_; }
  // While it is fitted: a scene that is seen whole as the picture is now leaves the picture so.
  void keepFit(bool kept) { keptFit_ = kept; }
  void setFitMargin(double pixels) { margin_ = pixels; }  // around what is fitted from now on
  void setBeside(const QRectF& bounds);  // of a picture that a second canvas shows the same part of
  void hold() { fitted_ = false; }       // the picture no longer follows the scene's size
  void oneToOne();
  void zoomBy(double factor);
  void goTo(ItemId item);      // centred, at a legible size
  void showItem(ItemId item);  // goTo, unless it is in view and its name can be read
  void reveal(ItemId item);    // the least movement that shows it
  // Viewport::revealAtLeast, in scene units.
  void revealArea(const QRectF& area, const QRectF& title, double least);
  // What will be visible when the scene has moved by `shift` and then `area` is revealed.
  QRectF areaToReveal(QPointF shift, const QRectF& area, const QRectF& title, double least) const;
  // False: parts of what is seen are rough for now.
  bool finished() const { return !isVisible() || picture_.finished(); }
  bool fitted() const { return fitted_; }  // fit again after a resize or a new layout

  // Exact state, for tests and links. Widget coordinates; empty when it is not shown.
  QRectF cardRect(ItemId item) const;
  std::vector<ItemId> visibleItems() const;
  ItemId selected() const;
  ItemId itemAt(QPoint at) const;

  // Walks from the selected card along an edge: Qt::Key_Up, Down, Left or Right.
  bool walk(int key);
  // From the selected card, or over the pointed edge, to the end that is farther away.
  void followEdge(int edge);

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {980, 612}; }
  QSize minimumSizeHint() const override { return {200, 120}; }

 signals:
  void clicked(ng::views::ItemId item);    // 0: the background
  void activated(ng::views::ItemId item);  // double-click or Enter on a card
  void hullClicked(ng::OpKey kernel);
  void frameClicked(ng::views::ItemId group);
  void walkedTo(ng::views::ItemId item);  // by keyboard or along an edge
  void menuAsked(ng::views::ItemId item, const QPoint& global);
  void viewChanged();  // zoom or pan by the user or a command
  void rescaled();     // fitted again, after a resize or into a new picture

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
  void repaintLit(int card, int edge);  // what hovering lights
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
  QTimer goesOn_;  // while the picture is rough
  Minimap* minimap_;
  bool fitted_ = true, keptFit_ = false;
  double margin_ = Viewport::fitMargin;
  QSize fittedFor_, fittedIn_;  // sizes of the canvas and of its window when it was fitted
  QRectF beside_;               // what is seen whole with it
  QString caption_;
  QPointF pressed_, dragged_;
  bool pressing_ = false, dragging_ = false;
  int cameFrom_ = -1;  // card that the last walk started at
};

}  // namespace ng::views
