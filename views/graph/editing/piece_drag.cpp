// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/piece_drag.h"

#include <QPainter>
#include <algorithm>

#include "engine/records/document_record.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr int dragStart = 4;  // pixels

}  // namespace

PieceDrag::PieceDrag(Workspace& workspace, GraphCanvas& canvas, BuildPlaces& places, BuildTip& tip,
                     QWidget& layer)
    : workspace_(workspace), canvas_(canvas), places_(places), tip_(tip), layer_(layer) {}

void PieceDrag::pick(std::set<ItemId> items) {
  picked_ = std::move(items);
  layer_.update();
}

std::vector<OpId> PieceDrag::ids() const {
  if (!picked_.empty()) return {picked_.begin(), picked_.end()};
  const OpId op = workspace_.selection.op();
  return op != 0 ? std::vector{op} : std::vector<OpId>();
}

QStringList PieceDrag::names() const {
  QStringList ops;
  for (const OpId op : ids()) ops << "#" + QString::number(op);
  return ops;
}

QPointF PieceDrag::centre(ItemId item) const {
  const int card = canvas_.scene().find(item);
  return card < 0 ? QPointF() : canvas_.scene().cards[static_cast<std::size_t>(card)].rect.center();
}

std::vector<ItemId> PieceDrag::moved() const {
  if (picked_.count(dragged_) > 0) return {picked_.begin(), picked_.end()};
  return {dragged_};
}

// Cards can be dragged without a draft if every card is an op of the graph as written; dragging
// then starts a draft. Closed groups cannot be dragged because they have no place of their own.
bool PieceDrag::draggable(ItemId item) const {
  if (workspace_.editor->editing()) return true;
  const DocumentRecordPtr document = workspace_.documents.document();
  const auto& cards = canvas_.scene().cards;
  return workspace_.selection.pass() == asWritten && document && document->graph->find(item) &&
         std::none_of(cards.begin(), cards.end(), [](const Card& card) { return card.group; });
}

// With Shift, clicks select cards one by one and a drag on free canvas selects by a box. Without
// Shift a card is dragged. Clicks on chips are left to the canvas.
bool PieceDrag::press(QPointF at, bool shift) {
  const ItemId item = canvas_.itemAt(at.toPoint());
  at_ = from_ = at;
  if (item == 0) {
    if (!picked_.empty() || shift) layer_.update();
    picked_.clear();
    if (shift) boxFrom_ = at;
    return shift;
  }
  if (shift) {
    if (picked_.empty() && workspace_.selection.op() != 0 &&
        canvas_.scene().find(workspace_.selection.op()) >= 0)
      picked_.insert(workspace_.selection.op());
    if (picked_.erase(item) == 0) picked_.insert(item);
    layer_.update();
    return true;
  }
  if (!draggable(item) || canvas_.scene().chipAt(canvas_.camera().view().toScene(at))) return false;
  dragged_ = item;
  dragging_ = false;
  return true;
}

bool PieceDrag::move(QPointF at) {
  if (!boxFrom_ && dragged_ == 0) return false;
  at_ = at;
  if (boxFrom_) pickBox();
  if (dragged_ != 0 && (at - from_).manhattanLength() >= dragStart) dragging_ = true;
  layer_.update();
  return true;
}

void PieceDrag::pickBox() {
  const QRectF box = QRectF(*boxFrom_, at_).normalized();
  picked_.clear();
  for (const ItemId item : canvas_.visibleItems())
    if (canvas_.cardRect(item).intersects(box)) picked_.insert(item);
}

bool PieceDrag::release(QPointF at) {
  if (boxFrom_) {
    boxFrom_.reset();
    layer_.update();
    return true;
  }
  if (dragged_ == 0) return false;
  at_ = at;
  const ItemId item = dragged_;
  if (std::exchange(dragging_, false)) {
    drop();
  } else {
    picked_.clear();
    canvas_.select(item);
    canvas_.setFocus();
    emit canvas_.clicked(item);
  }
  dragged_ = 0;
  layer_.update();
  return true;
}

void PieceDrag::drop() {
  const QPointF by = (at_ - from_) / canvas_.camera().scale();
  QStringList moves;
  for (const ItemId item : moved()) {
    const QPointF to = centre(item) + by;
    places_.noteMove(item, centre(item));
    moves << QString("move(#%1, %2, %3)").arg(item).arg(to.x(), 0, 'f', 1).arg(to.y(), 0, 'f', 1);
  }
  const EditAnswer answer = workspace_.editor->apply(moves.join("; "));
  if (!answer.good) tip_.say(answer);
}

// Paints the selected cards, the selection box, and the target places of dragged cards.
void PieceDrag::paint(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colours.selection, 2));
  for (const ItemId item : picked_) {
    const QRectF card = canvas_.cardRect(item).adjusted(-2, -2, 2, 2);
    if (!card.isEmpty()) painter.drawRoundedRect(card, metrics::radius, metrics::radius);
  }
  painter.setPen(QPen(colours.selection, 1.5, Qt::DashLine));
  if (dragging_)
    for (const ItemId item : moved())
      painter.drawRoundedRect(canvas_.cardRect(item).translated(at_ - from_), metrics::radius,
                              metrics::radius);
  if (!boxFrom_) return;
  QColor fill = colours.selection;
  fill.setAlphaF(0.1f);
  painter.setBrush(fill);
  painter.drawRect(QRectF(*boxFrom_, at_).normalized());
}

}  // namespace ng::views
