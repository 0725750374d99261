// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/piece_clipboard.h"

#include <QApplication>
#include <QClipboard>
#include <algorithm>

#include "engine/records/document_record.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

const QPointF copiedBy{metrics::cardWidth / 2.0, metrics::cardHeight + metrics::gapDown};
constexpr int mostTries = 64;

// How far the copies of these cards are from them: to the right until they cover no card.
QPointF shiftOfCopies(const std::vector<Card>& cards, const std::vector<QRectF>& originals) {
  const auto isFree = [&](const QPointF& shift) {
    return std::none_of(cards.begin(), cards.end(), [&](const Card& card) {
      return std::any_of(originals.begin(), originals.end(), [&](const QRectF& original) {
        return card.rect.intersects(original.translated(shift));
      });
    });
  };
  QPointF shift = copiedBy;
  for (int tries = 1; tries < mostTries && !isFree(shift); ++tries)
    shift.rx() += metrics::cardWidth / 2.0;
  return shift;
}

}  // namespace

PieceClipboard::PieceClipboard(Workspace& workspace, GraphCanvas& canvas, PieceDrag& cards,
                               BuildTip& tip, QWidget& layer)
    : workspace_(workspace), canvas_(canvas), cards_(cards), tip_(tip), layer_(layer) {}

// Ctrl+D changes the document, so it needs a document that is being edited.
bool PieceClipboard::copies(int key) const {
  return key == Qt::Key_C || key == Qt::Key_X || (key == Qt::Key_D && workspace_.editor->editing());
}

bool PieceClipboard::takes(int key) const {
  if (key != Qt::Key_V) return copies(key) && !cards_.names().isEmpty();
  const QString copied = QApplication::clipboard()->text();
  return copied.startsWith("paste(\"") || copied.startsWith("copy(#");
}

bool PieceClipboard::run(int key) {
  if (key == Qt::Key_V) return paste();
  if (!copies(key) || cards_.names().isEmpty()) return false;
  if (key == Qt::Key_D) return duplicate("copy(" + cards_.names().join(", ") + ")"), true;
  copy();
  if (key == Qt::Key_X) remove();
  return true;
}

void PieceClipboard::remove() {
  tip_.say(workspace_.editor->apply("remove(" + cards_.names().join(", ") + ")"));
  if (!tip_.refused()) tip_.clear(), cards_.pick({});
  layer_.update();
}

QString PieceClipboard::documentPath() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  return document ? QString::fromStdString(document->path) : QString();
}

void PieceClipboard::copy() {
  std::map<OpId, QPointF> ops;
  for (const OpId op : cards_.ids()) ops[op] = cards_.centre(op);
  const EditAnswer piece = workspace_.editor->piece(ops);
  copied_ = {documentPath(), "copy(" + cards_.names().join(", ") + ")",
             piece.good ? piece.text : QString()};
  // If the piece cannot be pasted into other documents, it can still be copied within this one.
  QApplication::clipboard()->setText(piece.good ? piece.text : copied_.copy);
}

// Within its own document, a copied piece keeps its links to the ops that it reads.
bool PieceClipboard::paste() {
  const QString text = QApplication::clipboard()->text();
  const bool own = copied_.document == documentPath() && !copied_.copy.isEmpty() &&
                   (text == copied_.paste || text == copied_.copy);
  if (own) {
    duplicate(copied_.copy);
    if (!tip_.refused() || copied_.paste.isEmpty())
      return true;  // else its ops have been removed since
  }
  if (!text.startsWith("paste(\"") || !text.endsWith(')')) return own;
  const QRectF room(canvas_.rect());
  const QPointF here = canvas_.mapFromGlobal(QPointF(QCursor::pos()));
  const QPointF at = canvas_.camera().view().toScene(room.contains(here) ? here : room.center());
  tip_.say(workspace_.editor->apply(
      text.chopped(1) + QString(", at=[%1, %2])").arg(at.x(), 0, 'f', 1).arg(at.y(), 0, 'f', 1)));
  if (tip_.refused()) {
    tip_.moveTo(room.center());
  } else {
    tip_.clear();
    workspace_.selection.selectOp(workspace_.editor->last());
  }
  layer_.update();
  return true;
}

// `line` is "copy(#3, #4)". The copies are placed next to the originals and selected.
void PieceClipboard::duplicate(const QString& line) {
  const QStringList ops = line.mid(5, line.size() - 6).split(", ");
  const GraphScene& scene = canvas_.scene();
  std::vector<QRectF> originals;
  for (const QString& op : ops)
    if (const int card = scene.find(op.mid(1).toULongLong()); card >= 0)
      originals.push_back(scene.cards[static_cast<std::size_t>(card)].rect);
  const QPointF shift = shiftOfCopies(scene.cards, originals);
  QStringList places;
  for (const QString& op : ops) {
    const QPointF at = cards_.centre(op.mid(1).toULongLong()) + shift;
    places << QString("[%1, %2]").arg(at.x(), 0, 'f', 1).arg(at.y(), 0, 'f', 1);
  }
  tip_.say(workspace_.editor->apply(line.chopped(1) + ", places=[" + places.join(", ") + "])"));
  if (!tip_.refused()) {
    tip_.clear();
    std::set<ItemId> copies;
    const OpId last = workspace_.editor->last();  // copies have consecutive ids
    for (OpId op = last + 1 - static_cast<OpId>(ops.size()); op <= last; ++op) copies.insert(op);
    cards_.pick(std::move(copies));
    workspace_.selection.selectOp(last);
  }
  layer_.update();
}

}  // namespace ng::views
