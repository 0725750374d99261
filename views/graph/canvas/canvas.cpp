// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/canvas.h"

#include <QKeyEvent>
#include <QPainter>
#include <QResizeEvent>

#include "views/core/theme/theme.h"
#include "views/graph/canvas/canvas_accessible.h"
#include "views/graph/canvas/canvas_pointer.h"
#include "views/graph/canvas/floating_names.h"
#include "views/graph/canvas/minimap.h"
#include "views/graph/canvas/scene_description.h"
#include "views/widgets/number_text.h"

namespace ng::views {

GraphCanvas::GraphCanvas(QWidget* parent)
    : QWidget(parent),
      scene_(std::make_shared<GraphScene>()),
      camera_(*this),
      picture_(*this),
      minimap_(new Minimap(this)) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  new CanvasPointer(*this);
  installCanvasAccessibility();
  setAccessibleName(tr("Graph"));
  connect(&camera_, &GraphCamera::moved, this, [this] {
    minimap_->follow();
    update();
  });
  connect(&Theme::current(), &Theme::changed, this, [this] {
    minimap_->sceneChanged();
    picture_.drop();
  });
}

const Card* GraphCanvas::cardOf(ItemId item) const {
  const int card = item ? scene_->find(item) : -1;
  return card < 0 ? nullptr : &scene_->cards[static_cast<std::size_t>(card)];
}

void GraphCanvas::setScene(ScenePtr scene, Anchor anchor) {
  const ItemId kept = lit_.item;
  const ScenePtr former = std::exchange(scene_, std::move(scene));
  const int before = anchor.before ? former->find(anchor.before) : -1;
  const Card* const after = before < 0 ? nullptr : cardOf(anchor.after);
  std::optional<QPointF> shift;
  if (after)
    shift = after->rect.center() - former->cards[static_cast<std::size_t>(before)].rect.center();
  lit_ = {};
  lit_.selected = kept ? scene_->find(kept) : -1;
  lit_.item = lit_.selected < 0 ? 0 : kept;
  camera_.followScene(scene_->bounds, shift);
  minimap_->sceneChanged();
  setAccessibleName(
      tr("Graph of %1").arg(countText(static_cast<qint64>(scene_->cards.size()), "card")));
  describe();
  picture_.forget();
}

void GraphCanvas::select(ItemId item) {
  const int card = item ? scene_->find(item) : -1;
  const ItemId found = card < 0 ? 0 : item;
  if (card == lit_.selected && found == lit_.item) return;
  lit_.selected = card;
  lit_.item = found;
  lit_.walkedEdge = -1;
  describe();
  picture_.drop();
}

void GraphCanvas::setKernel(OpId kernel) {
  if (kernel == lit_.kernel) return;
  lit_.kernel = kernel;
  picture_.drop();
}

void GraphCanvas::setMatches(std::vector<Match> matches, OpIds folded, int current) {
  lit_.matches = std::move(matches);
  lit_.foldedMatches = std::move(folded);
  lit_.currentMatch = current;
  picture_.drop();
}

void GraphCanvas::setHeat(std::vector<std::optional<float>> heat) {
  lit_.heat = std::move(heat);
  picture_.drop();
}

void GraphCanvas::setPlaced(std::vector<std::optional<int>> placements) {
  lit_.placed = std::move(placements);
  picture_.drop();
}

void GraphCanvas::setTraced(std::vector<char> cards) {
  if (cards.empty() && lit_.traced.empty()) return;
  lit_.traced = std::move(cards);
  picture_.drop();
}

void GraphCanvas::setAxis(AxisLit axis) {
  if (axis.empty() && lit_.axis.empty()) return;
  lit_.axis = std::move(axis);
  picture_.drop();
}

void GraphCanvas::setStops(StopMarks stops) {
  lit_.stops = std::move(stops);
  picture_.drop();
}

bool GraphCanvas::setHovered(int card, int edge, ItemId chip) {
  if (card == lit_.hovered && edge == lit_.hoveredEdge && chip == lit_.hoveredChip) return false;
  const auto drop = [this] {
    picture_.dropCard(lit_.hovered);
    picture_.dropEdge(lit_.hoveredEdge);
    picture_.dropReaders(lit_.hoveredChip);
  };
  drop();
  lit_.hovered = card;
  lit_.hoveredEdge = edge;
  lit_.hoveredChip = chip;
  drop();
  return true;
}

void GraphCanvas::setCurrentEdge(int edge) {
  lit_.walkedEdge = edge;
  picture_.drop();
}

void GraphCanvas::setCaption(const QString& caption) {
  caption_ = caption;
  update();
}

void GraphCanvas::goTo(ItemId item) {
  if (const Card* card = cardOf(item)) camera_.goTo(card->rect);
}

void GraphCanvas::centreOn(ItemId item) {
  if (const Card* card = cardOf(item)) camera_.centreOn(card->rect);
}

void GraphCanvas::showItem(ItemId item) {
  const Card* card = cardOf(item);
  if (card && !camera_.isLegible(card->rect)) camera_.goTo(card->rect);
}

void GraphCanvas::reveal(ItemId item) {
  if (const Card* card = cardOf(item)) camera_.reveal(card->rect);
}

void GraphCanvas::walkTo(ItemId item) {
  select(item);
  goTo(item);
  emit walkedTo(item);
}

bool GraphCanvas::walk(int key) {
  if (scene_->cards.empty()) return false;
  if (lit_.selected < 0) {
    const std::vector<ItemId> seen = visibleItems();
    const ItemId first = seen.empty() ? scene_->cards.front().id : seen.front();
    select(first);
    emit walkedTo(first);
    return true;
  }
  const int next = walk_.step(*scene_, lit_.selected, key);
  if (next < 0) return false;
  const ItemId item = scene_->cards[static_cast<std::size_t>(next)].id;
  select(item);
  reveal(item);
  emit walkedTo(item);
  return true;
}

void GraphCanvas::followEdge(int edge) {
  const int end = farEnd(*scene_, edge, lit_.selected, camera_.visibleArea().center());
  const ItemId item = scene_->cards[static_cast<std::size_t>(end)].id;
  select(item);
  lit_.walkedEdge = edge;
  reveal(item);
  emit walkedTo(item);
}

QRectF GraphCanvas::cardRect(ItemId item) const {
  const Card* card = cardOf(item);
  return card ? camera_.view().toView(card->rect) : QRectF();
}

std::vector<ItemId> GraphCanvas::visibleItems() const {
  std::vector<int> found;
  const QRectF area = camera_.visibleArea();
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
  const int card = scene_->cardAt(camera_.view().toScene(at));
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
  picture_.paint(painter, event->rect());
  paintFloatingNames(painter, floatingNames(*scene_, camera_.view(), size()));
  if (!caption_.isEmpty()) paintCaption(painter);
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

void GraphCanvas::resizeEvent(QResizeEvent*) {
  camera_.followSize();
  minimap_->follow();
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (plain && walk(event->key())) return event->accept();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (plain && lit_.selected >= 0) return emit activated(selected());
      if (plain && lit_.walkedEdge >= 0) return followEdge(lit_.walkedEdge);
      break;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

QJsonObject GraphCanvas::description() const {
  QJsonObject out = describeScene(*scene_, lit_, camera_);
  if (describeGroups) out["grouping"] = describeGroups();
  return out;
}

}  // namespace ng::views
