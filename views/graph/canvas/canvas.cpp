// SPDX-License-Identifier: Apache-2.0
// GraphCanvas: scene, zoom and painting.
#include "views/graph/canvas/canvas.h"

#include <QBackingStore>
#include <QPaintEngine>
#include <QPainter>
#include <QResizeEvent>

#include "views/graph/canvas/canvas_accessible.h"
#include "views/graph/canvas/minimap.h"
#include "views/graph/scene/hub_edges.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double revealMargin = 48, legible = 0.9, readable = 0.56;
// Minimal margin in pixels around a fitted picture after the view shrinks.
constexpr double leastMargin = 4;
constexpr double leastLeft = 0.75;                 // of the height, when a notice strip appears
constexpr std::chrono::milliseconds paintTime(8);  // painting time per event loop turn

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent)
    : QWidget(parent), scene_(std::make_shared<GraphScene>()), minimap_(new Minimap(this)) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  goesOn_.setSingleShot(true);
  goesOn_.setInterval(0);
  connect(&goesOn_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
  installCanvasAccessibility();
  setAccessibleName(tr("Graph"));
  connect(&Theme::current(), &Theme::changed, this, [this] {
    minimap_->sceneChanged();
    repaintAll();
  });
}

void GraphCanvas::setScene(ScenePtr scene, Anchor anchor) {
  const ItemId kept = lit_.item;
  const int before = anchor.before ? scene_->find(anchor.before) : -1;
  const int after = anchor.after ? scene->find(anchor.after) : -1;
  const bool anchored = before >= 0 && after >= 0;
  if (anchored) {
    const QPointF shift = scene->cards[static_cast<std::size_t>(after)].rect.center() -
                          scene_->cards[static_cast<std::size_t>(before)].rect.center();
    view_.panBy(-shift * view_.scale());
    fitted_ = false;
  }
  scene_ = std::move(scene);
  lit_ = {};
  cameFrom_ = -1;
  lit_.selected = kept ? scene_->find(kept) : -1;
  lit_.item = lit_.selected < 0 ? 0 : kept;
  if (fitted_ && !(keptFit_ && everythingFits())) {
    const double was = view_.scale();
    fitAgain();
    if (keptFit_ && view_.scale() > was) view_.setScale(rect().center(), was);
  }
  minimap_->sceneChanged();
  setAccessibleName(
      tr("Graph of %1").arg(countText(static_cast<qint64>(scene_->cards.size()), "card")));
  describe();
  picture_.forget();
  update();
}

void GraphCanvas::select(ItemId item) {
  const int card = item ? scene_->find(item) : -1;
  const ItemId found = card < 0 ? 0 : item;
  if (card == lit_.selected && found == lit_.item) return;
  lit_.selected = card;
  lit_.item = found;
  lit_.walkedEdge = -1;
  describe();
  repaintAll();
}

void GraphCanvas::setKernel(OpKey kernel) {
  if (kernel == lit_.kernel) return;
  lit_.kernel = kernel;
  repaintAll();
}

void GraphCanvas::setHits(std::vector<Hit> hits, OpKeys folded, int current) {
  lit_.hits = std::move(hits);
  lit_.foldedHits = std::move(folded);
  lit_.currentHit = current;
  repaintAll();
}

void GraphCanvas::setHeat(std::vector<float> heat) {
  lit_.heat = std::move(heat);
  repaintAll();
}

void GraphCanvas::setTraced(std::vector<char> cards) {
  if (cards.empty() && lit_.traced.empty()) return;
  lit_.traced = std::move(cards);
  repaintAll();
}

void GraphCanvas::setAxis(AxisLit axis) {
  if (axis.empty() && lit_.axis.empty()) return;
  lit_.axis = std::move(axis);
  repaintAll();
}

void GraphCanvas::setHalts(HaltMarks halts) {
  lit_.halts = std::move(halts);
  repaintAll();
}

QRectF GraphCanvas::visibleArea() const {
  return view_.visible(size());
}

void GraphCanvas::showArea(const QRectF& visible) {
  if (visible.isEmpty()) return;
  view_.setScale({}, std::min(width() / visible.width(), height() / visible.height()));
  view_.centreOn(visible.center(), size());
  moved(true);
}

bool GraphCanvas::everythingFits() const {
  return visibleArea().adjusted(-1, -1, 1, 1).contains(scene_->bounds);
}

void GraphCanvas::fit() {
  view_.fit(scene_->bounds | beside_, size(), margin_);
  moved(false);
  fitted_ = true;
  noteFit();
}

void GraphCanvas::noteFit() {
  fittedFor_ = size();
  fittedIn_ = window()->size();
}

// True if only a notice strip took some of the height: the scale is kept so that names keep their
// size.
bool GraphCanvas::onlyAStripCame() const {
  return window()->size() == fittedIn_ && width() == fittedFor_.width() &&
         height() <= fittedFor_.height() && height() >= leastLeft * fittedFor_.height();
}

// Whether the scene is still fully visible, not smaller than a new fit, and not touching the
// border.
bool GraphCanvas::fitsStill() const {
  Viewport anew = view_;
  anew.fit(scene_->bounds | beside_, size(), margin_);
  const double least = leastMargin / scale();
  return anew.scale() <= scale() &&
         visibleArea().adjusted(least, least, -least, -least).contains(scene_->bounds | beside_);
}

void GraphCanvas::setBeside(const QRectF& bounds) {
  if (bounds == beside_) return;
  beside_ = bounds;
  if (fitted_ && !fitsStill()) {
    fitAgain();
    moved(false);
  }
}

void GraphCanvas::fitAgain() {
  const double before = view_.scale();
  view_.fit(scene_->bounds | beside_, size(), margin_);
  noteFit();
  if (view_.scale() != before) emit rescaled();
}

void GraphCanvas::setCaption(const QString& caption) {
  caption_ = caption;
  update();
}

void GraphCanvas::oneToOne() {
  view_.setScale(rect().center(), 1);
  moved(true);
}

void GraphCanvas::zoomBy(double factor) {
  view_.zoomAt(rect().center(), factor);
  moved(true);
}

void GraphCanvas::goTo(ItemId item) {
  const int card = scene_->find(item);
  if (card < 0) return;
  if (view_.scale() < legible) view_.setScale({}, 1);
  view_.centreOn(scene_->cards[static_cast<std::size_t>(card)].rect.center(), size());
  moved(true);
}

void GraphCanvas::showItem(ItemId item) {
  const QRectF card = cardRect(item);
  if (view_.scale() < readable || card.isEmpty() || !QRectF(rect()).contains(card)) goTo(item);
}

void GraphCanvas::reveal(ItemId item) {
  const int card = scene_->find(item);
  if (card < 0) return;
  const QRectF before = visibleArea();
  view_.reveal(scene_->cards[static_cast<std::size_t>(card)].rect, size(), revealMargin);
  if (visibleArea() != before) moved(true);
}

void GraphCanvas::revealArea(const QRectF& area, const QRectF& title, double least) {
  if (view_.revealAtLeast(area, title, least, size())) moved(true);
}

QRectF GraphCanvas::areaToReveal(QPointF shift, const QRectF& area, const QRectF& title,
                                 double least) const {
  Viewport after = view_;
  after.panBy(-shift * after.scale());
  after.revealAtLeast(area, title, least, size());
  return after.visible(size());
}

void GraphCanvas::moved(bool byUser) {
  if (byUser) fitted_ = false;
  minimap_->follow();
  update();
  emit viewChanged();
}

QRectF GraphCanvas::cardRect(ItemId item) const {
  const int card = scene_->find(item);
  return card < 0 ? QRectF() : view_.toView(scene_->cards[static_cast<std::size_t>(card)].rect);
}

std::vector<ItemId> GraphCanvas::visibleItems() const {
  std::vector<int> found;
  const QRectF area = visibleArea();
  scene_->cardGrid.query(area, found);
  std::vector<ItemId> items;
  for (const int i : found)
    if (scene_->cards[static_cast<std::size_t>(i)].rect.intersects(area))
      items.push_back(scene_->cards[static_cast<std::size_t>(i)].id);
  return items;
}

ItemId GraphCanvas::selected() const {
  return lit_.selected < 0 ? 0 : scene_->cards[static_cast<std::size_t>(lit_.selected)].id;
}

ItemId GraphCanvas::itemAt(QPoint at) const {
  const int card = scene_->cardAt(view_.toScene(at));
  return card < 0 ? 0 : scene_->cards[static_cast<std::size_t>(card)].id;
}

// Describes the selected card for screen readers.
void GraphCanvas::describe() {
  minimap_->stepAside();
  if (lit_.selected < 0) return setAccessibleDescription(tr("Nothing is selected."));
  const Card& card = scene_->cards[static_cast<std::size_t>(lit_.selected)];
  QStringList parts{card.title, card.kind, card.detail};
  for (const Chip& chip : card.chips)
    if (chip.folded()) parts << chip.text;
  parts.removeAll(QString());
  setAccessibleDescription(parts.join(", "));
}

void GraphCanvas::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  paintScene(painter, event->rect());
  if (!caption_.isEmpty()) paintCaption(painter);
}

void GraphCanvas::paintScene(QPainter& painter, const QRect& area) {
  const bool onScreen = painter.paintEngine()->type() == QPaintEngine::Raster &&
                        painter.deviceTransform().m11() == devicePixelRatioF();
  if (onScreen) {
    // grab() must return a finished picture, because it is not painted again
    const bool again = backingStore() && painter.device() == backingStore()->paintDevice();
    painter.drawPixmap(0, 0,
                       picture_.picture(*scene_, lit_, view_, size(), devicePixelRatioF(),
                                        again ? paintTime : ScenePicture::unlimited));
    if (!picture_.finished()) goesOn_.start();
    return;
  }
  painter.save();
  painter.fillRect(area, Theme::current().colours().canvas);
  const QPointF origin = view_.toView(QPointF(0, 0));
  painter.translate(origin);
  painter.scale(view_.scale(), view_.scale());
  const QRectF dirty(view_.toScene(area.topLeft()), QSizeF(area.size()) / view_.scale());
  GraphPainter(*scene_, lit_).paint(painter, dirty, view_.scale());
  painter.restore();
}

void GraphCanvas::paintCaption(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  QFont font = Theme::current().uiFont();
  font.setWeight(QFont::DemiBold);
  const QFontMetrics letters(font);
  const QRectF box(8, 8, letters.horizontalAdvance(caption_) + 16, letters.height() + 6);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(colours.cardBorder);
  painter.setBrush(colours.card);
  painter.drawRoundedRect(box.translated(0.5, 0.5), metrics::radius, metrics::radius);
  painter.setFont(font);
  painter.setPen(colours.text);
  painter.drawText(box, Qt::AlignCenter, caption_);
}

void GraphCanvas::repaintAll() {
  picture_.drop();
  update();
}

void GraphCanvas::repaintLit(int card, int edge) {
  constexpr double around = 12;
  if (card >= 0)
    picture_.drop(scene_->cards[static_cast<std::size_t>(card)].rect.adjusted(-around, -around,
                                                                              around, around));
  if (edge >= 0) {
    const EdgeShape& shape = scene_->edges[static_cast<std::size_t>(edge)];
    const QPolygonF points(
        QList<QPointF>(scene_->edgePoints(shape), scene_->edgePoints(shape) + shape.points));
    picture_.drop(points.boundingRect().adjusted(-around, -around, around, around));
    if (shape.hub) picture_.drop(tagArea(*scene_, shape));
  }
  update();
}

void GraphCanvas::repaintChips(ItemId source) {
  const auto readers = scene_->farReaders.find(source);
  if (readers == scene_->farReaders.end()) return;
  for (const int card : readers->second) repaintLit(card, -1);
}

void GraphCanvas::resizeEvent(QResizeEvent* event) {
  const bool whole =
      event->oldSize().isValid() && view_.visible(event->oldSize()).contains(scene_->bounds);
  if (event->oldSize().isValid()) view_.resized(event->oldSize(), event->size());
  // Keeps the picture if it is still fully visible or only slightly cut by a notice strip.
  if (fitted_ ? !fitsStill() && !onlyAStripCame() : whole && !everythingFits()) fitAgain();
  minimap_->follow();
}

}  // namespace ng::views
