// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/canvas_accessible.h"

#include <QAccessibleWidget>
#include <map>

#include "views/graph/canvas/canvas.h"

namespace ng::views {
namespace {

// Accessible interface of a card; valid as long as the scene contains the card.
class CardInterface : public QAccessibleInterface {
 public:
  CardInterface(GraphCanvas* canvas, ItemId item) : canvas_(canvas), item_(item) {}

  ItemId item() const { return item_; }
  bool isValid() const override { return card() != nullptr; }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  QAccessibleInterface* parent() const override {
    return QAccessible::queryAccessibleInterface(canvas_);
  }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessible::Role role() const override { return QAccessible::Graphic; }
  void setText(QAccessible::Text, const QString&) override {}

  QString text(QAccessible::Text what) const override {
    const Card* here = card();
    if (!here) return {};
    if (what == QAccessible::Name) return here->title;
    if (what != QAccessible::Description) return {};
    return here->detail.isEmpty() ? here->kind : here->kind + ", " + here->detail;
  }

  QRect rect() const override {
    const QRect at = canvas_->cardRect(item_).toAlignedRect();
    return {canvas_->mapToGlobal(at.topLeft()), at.size()};
  }

  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = true;
    state.selected = canvas_->selected() == item_;
    state.offscreen = !canvas_->rect().toRectF().intersects(canvas_->cardRect(item_));
    return state;
  }

 private:
  const Card* card() const {
    const int at = canvas_->scene().find(item_);
    return at < 0 ? nullptr : &canvas_->scene().cards[static_cast<std::size_t>(at)];
  }

  GraphCanvas* canvas_;
  ItemId item_;
};

class CanvasInterface : public QAccessibleWidget {
 public:
  explicit CanvasInterface(GraphCanvas* canvas)
      : QAccessibleWidget(canvas, QAccessible::Canvas), canvas_(canvas) {}
  ~CanvasInterface() override {
    for (const auto& [item, id] : known_) QAccessible::deleteAccessibleInterface(id);
  }

  int childCount() const override { return static_cast<int>(canvas_->scene().cards.size()); }

  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    const ItemId item = canvas_->scene().cards[static_cast<std::size_t>(index)].id;
    const auto found = known_.find(item);
    if (found != known_.end()) return QAccessible::accessibleInterface(found->second);
    auto* made = new CardInterface(canvas_, item);
    known_[item] = QAccessible::registerAccessibleInterface(made);
    return made;
  }

  int indexOfChild(const QAccessibleInterface* child) const override {
    const auto* card = dynamic_cast<const CardInterface*>(child);
    return card ? canvas_->scene().find(card->item()) : -1;
  }

  QAccessibleInterface* childAt(int x, int y) const override {
    const ItemId item = canvas_->itemAt(canvas_->mapFromGlobal(QPoint(x, y)));
    return item == 0 ? nullptr : child(canvas_->scene().find(item));
  }

  QAccessibleInterface* focusChild() const override {
    const ItemId item = canvas_->selected();
    return item == 0 ? nullptr : child(canvas_->scene().find(item));
  }

 private:
  GraphCanvas* canvas_;
  mutable std::map<ItemId, QAccessible::Id> known_;
};

QAccessibleInterface* interfaceOf(const QString&, QObject* object) {
  auto* canvas = qobject_cast<GraphCanvas*>(object);
  return canvas ? new CanvasInterface(canvas) : nullptr;
}

}  // namespace

void installCanvasAccessibility() {
  static const bool once = (QAccessible::installFactory(interfaceOf), true);
  static_cast<void>(once);
}

}  // namespace ng::views
