// SPDX-License-Identifier: Apache-2.0
// Selects cards with a box, drags and copies them; and handles the text line on the canvas.
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <algorithm>

#include "views/graph/canvas/build_layer.h"
#include "views/graph/canvas/canvas_line.h"

namespace ng::views {
namespace {

constexpr int dragStart = 4;  // pixels
const QPointF copiedBy{metrics::cardWidth / 2.0, metrics::cardHeight + metrics::gapDown};

}  // namespace

QPointF BuildLayer::centre(ItemId item) const {
  const int card = canvas_.scene().find(item);
  return card < 0 ? QPointF() : canvas_.scene().cards[static_cast<std::size_t>(card)].rect.center();
}

std::vector<ItemId> BuildLayer::moved() const {
  if (picked_.count(dragged_) > 0) return {picked_.begin(), picked_.end()};
  return {dragged_};
}

// Cards can be dragged without a draft if every card is an op of the graph as written; dragging
// then starts a draft. Closed groups cannot be dragged because they have no place of their own.
bool BuildLayer::draggable(ItemId item) const {
  if (active()) return true;
  const DocumentRecordPtr document = workspace_.documents.document();
  const auto& cards = canvas_.scene().cards;
  return workspace_.selection.pass() < 0 && document && document->graph->find(item) &&
         std::none_of(cards.begin(), cards.end(), [](const Card& card) { return card.group; });
}

// With Shift, clicks select cards one by one and a drag on free canvas selects by a box. Without
// Shift a card is dragged. Clicks on chips are left to the canvas.
bool BuildLayer::pressPiece(QPointF at, bool shift) {
  const ItemId item = canvas_.itemAt(at.toPoint());
  at_ = dragFrom_ = at;
  if (item == 0) {
    if (!picked_.empty() || shift) update();
    picked_.clear();
    if (shift) boxFrom_ = at;
    return shift;
  }
  if (shift) {
    if (picked_.empty() && workspace_.selection.op() != 0 &&
        canvas_.scene().find(workspace_.selection.op()) >= 0)
      picked_.insert(workspace_.selection.op());
    if (picked_.erase(item) == 0) picked_.insert(item);
    update();
    return true;
  }
  if (!draggable(item) || canvas_.scene().chipAt(toScene(at))) return false;
  dragged_ = item;
  dragging_ = false;
  return true;
}

bool BuildLayer::movePiece(QPointF at) {
  if (!boxFrom_ && dragged_ == 0) return false;
  at_ = at;
  if (boxFrom_) pickBox();
  if (dragged_ != 0 && (at - dragFrom_).manhattanLength() >= dragStart) dragging_ = true;
  update();
  return true;
}

void BuildLayer::pickBox() {
  const QRectF box = QRectF(*boxFrom_, at_).normalized();
  picked_.clear();
  for (const ItemId item : canvas_.visibleItems())
    if (canvas_.cardRect(item).intersects(box)) picked_.insert(item);
}

bool BuildLayer::releasePiece(QPointF at) {
  if (boxFrom_) {
    boxFrom_.reset();
    update();
    return true;
  }
  if (dragged_ == 0) return false;
  at_ = at;
  const ItemId item = dragged_;
  if (std::exchange(dragging_, false)) {
    dropPiece();
  } else {
    picked_.clear();
    canvas_.select(item);
    canvas_.setFocus();
    emit canvas_.clicked(item);
  }
  dragged_ = 0;
  update();
  return true;
}

void BuildLayer::dropPiece() {
  const QPointF by = (at_ - dragFrom_) / canvas_.scale();
  QStringList moves;
  for (const ItemId item : moved()) {
    const QPointF to = centre(item) + by;
    before_.try_emplace(item, centre(item));
    moves << QString("move(#%1, %2, %3)").arg(item).arg(to.x(), 0, 'f', 1).arg(to.y(), 0, 'f', 1);
  }
  const EditAnswer answer = workspace_.editor->apply(moves.join("; "));
  if (!answer.good) say(answer);
}

// Keeps the former places, so that undoing a move restores them.
void BuildLayer::keepPlaces() {
  for (const auto& [op, at] : before_)
    if (places_.count(op) == 0) kept_.keep(op, at);
}

// Ctrl+D copies only while editing; otherwise it shows the inspector.
bool BuildLayer::isPiecesKey(int key) const {
  return key == Qt::Key_C || key == Qt::Key_X || (key == Qt::Key_D && active());
}

// Whether the key acts on the selected cards or on the clipboard.
bool BuildLayer::piecesKey(const QKeyEvent& event) const {
  const int key = event.key();
  if (event.modifiers() == Qt::NoModifier) return key == Qt::Key_Delete && !selectedOps().isEmpty();
  if (event.modifiers() != Qt::ControlModifier) return false;
  const QString copied = key == Qt::Key_V ? QApplication::clipboard()->text() : QString();
  if (key == Qt::Key_V) return copied.startsWith("paste(\"") || copied.startsWith("copy(#");
  return isPiecesKey(key) && !selectedOps().isEmpty();
}

bool BuildLayer::commandKey(int key) {
  if (key == Qt::Key_V) return pastePiece();
  if (!isPiecesKey(key) || selectedOps().isEmpty()) return false;
  if (key == Qt::Key_D) return copyPiece("copy(" + selectedOps().join(", ") + ")"), true;
  carryPiece();
  if (key == Qt::Key_X) removeSelected();
  return true;
}

QString BuildLayer::documentPath() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  return document ? QString::fromStdString(document->path) : QString();
}

void BuildLayer::carryPiece() {
  std::map<OpKey, QPointF> ops;
  for (const OpKey op : selectedIds()) ops[op] = centre(op);
  const EditAnswer piece = workspace_.editor->piece(ops);
  copied_ = {documentPath(), "copy(" + selectedOps().join(", ") + ")",
             piece.good ? piece.text : QString()};
  // If the piece cannot be pasted into other documents, it can still be copied within this one.
  QApplication::clipboard()->setText(piece.good ? piece.text : copied_.copy);
}

// Within its own document, a copied piece keeps its links to the ops that it reads.
bool BuildLayer::pastePiece() {
  const QString text = QApplication::clipboard()->text();
  const bool own = copied_.document == documentPath() && !copied_.copy.isEmpty() &&
                   (text == copied_.paste || text == copied_.copy);
  if (own) {
    copyPiece(copied_.copy);
    if (!refused_ || copied_.paste.isEmpty()) return true;  // else its ops have been removed since
  }
  if (!text.startsWith("paste(\"") || !text.endsWith(')')) return own;
  const QPointF here = canvas_.mapFromGlobal(QPointF(QCursor::pos()));
  const QPointF at = toScene(rect().toRectF().contains(here) ? here : rect().toRectF().center());
  say(workspace_.editor->apply(
      text.chopped(1) + QString(", at=[%1, %2])").arg(at.x(), 0, 'f', 1).arg(at.y(), 0, 'f', 1)));
  if (refused_) {
    at_ = rect().toRectF().center();
    tipCard_ = 0;
  } else {
    tip_.clear();
    workspace_.selection.selectOp(workspace_.editor->last());
  }
  update();
  return true;
}

// `line` is "copy(#3, #4)". The copies are placed next to the originals and selected.
void BuildLayer::copyPiece(const QString& line) {
  const QStringList ops = line.mid(5, line.size() - 6).split(", ");
  QStringList places;
  for (const QString& op : ops) {
    const QPointF at = centre(op.mid(1).toULongLong()) + copiedBy;
    places << QString("[%1, %2]").arg(at.x(), 0, 'f', 1).arg(at.y(), 0, 'f', 1);
  }
  say(workspace_.editor->apply(line.chopped(1) + ", places=[" + places.join(", ") + "])"));
  if (!refused_) {
    tip_.clear();
    picked_.clear();
    const OpKey last = workspace_.editor->last();  // copies have consecutive ids
    for (OpKey op = last + 1 - static_cast<OpKey>(ops.size()); op <= last; ++op) picked_.insert(op);
    workspace_.selection.selectOp(last);
  }
  update();
}

void BuildLayer::openLine() {
  const QPointF here = canvas_.mapFromGlobal(QPointF(QCursor::pos()));
  const QRectF card = canvas_.cardRect(workspace_.selection.op());
  const bool below = !card.isEmpty() && rect().toRectF().contains(card);
  const bool inside = rect().toRectF().contains(here);
  line_->open(below    ? card.bottomLeft() + QPointF(0, 24)
              : inside ? here
                       : QPointF(width() / 2.0 - 120, height() / 3.0));
  tip_.clear();
}

void BuildLayer::enterLine() {
  const QString text = line_->text().trimmed();
  if (text.isEmpty()) return;
  const QPointF at = toScene(line_->place() + QPointF(metrics::cardWidth, metrics::cardHeight) / 2);
  const EditAnswer answer = workspace_.editor->apply(text, at);
  if (!answer.good) {
    say(answer);
    return update();
  }
  line_->hide();
  tip_.clear();
  if (workspace_.editor->last() != 0) workspace_.selection.selectOp(workspace_.editor->last());
  canvas_.setFocus();
  update();
}

}  // namespace ng::views
