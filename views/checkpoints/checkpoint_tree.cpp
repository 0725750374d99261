// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/checkpoint_tree.h"

#include <QAbstractButton>
#include <QAbstractProxyModel>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>

#include "views/checkpoints/checkpoint_table.h"
#include "views/core/theme/theme.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int step = 16;  // indentation per scope level, in pixels

// Paints names indented by scope, with a chevron on scopes; other cells use the default delegate.
class NameDelegate : public QStyledItemDelegate {
 public:
  NameDelegate(const CheckpointTable& model, const CheckpointTree& tree, TableView* view)
      : QStyledItemDelegate(view), model_(model), tree_(tree), cell_(view->itemDelegate()) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const int row = tree_.sourceRow(index);
    const int lead = leadOf(row);
    QStyleOptionViewItem cell = option;
    cell.rect.setLeft(option.rect.left() + lead);
    cell_->paint(painter, cell, index);
    if (lead == 0) return;
    QRect rest = option.rect;
    rest.setWidth(lead);
    const Colours& colours = Theme::current().colours();
    const bool selected = option.state & QStyle::State_Selected;
    if (selected || (option.state & QStyle::State_MouseOver))
      painter->fillRect(rest, selected ? colours.selectionRow : colours.hover);
    if (!model_.row(row)->scope) return;
    QStyleOption chevron = option;
    chevron.rect = rest.adjusted(lead - step + metrics::grid / 2, 0, metrics::grid / 2, 0);
    const bool open = !tree_.isFolded(row);
    QApplication::style()->drawPrimitive(
        open ? QStyle::PE_IndicatorArrowDown : QStyle::PE_IndicatorArrowRight, &chevron, painter);
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return cell_->sizeHint(option, index) + QSize(leadOf(tree_.sourceRow(index)), 0);
  }

 private:
  int leadOf(int row) const { return tree_.isShown() ? tree_.indent(row) + step : 0; }

  const CheckpointTable& model_;
  const CheckpointTree& tree_;
  const QAbstractItemDelegate* cell_;
};

}  // namespace

CheckpointTree::CheckpointTree(CheckpointTable* model, TableView* view, QLineEdit* filter,
                               QAbstractButton* back)
    : QObject(view), model_(model), view_(view), filter_(filter), back_(back) {
  view_->setItemDelegateForColumn(CheckpointTable::tensorColumn,
                                  new NameDelegate(*model, *this, view));
  model_->setFolded([this](int row) { return isFolded(row); });
  view_->horizontalHeader()->setSortIndicatorClearable(true);
  view_->installEventFilter(this);
  view_->viewport()->installEventFilter(this);
  connect(view_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
          &CheckpointTree::follow);
  connect(filter_, &QLineEdit::textChanged, this, &CheckpointTree::follow);
  connect(back_, &QAbstractButton::clicked, this, &CheckpointTree::restore);
  back_->hide();
}

int CheckpointTree::sourceRow(const QModelIndex& index) const {
  return static_cast<const QAbstractProxyModel*>(view_->model())->mapToSource(index).row();
}

int CheckpointTree::indent(int row) const {
  const CheckpointRow* of = model_->row(row);
  return shown_ && of ? of->depth * step : 0;
}

bool CheckpointTree::isFolded(int row) const {
  const CheckpointRow* of = model_->row(row);
  return of && of->scope && folded_.count(of->full) > 0;
}

void CheckpointTree::fold(int row, bool folded) {
  const CheckpointRow* of = model_->row(row);
  if (!of || !of->scope) return;
  folded ? void(folded_.insert(of->full)) : void(folded_.erase(of->full));
  follow();
}

void CheckpointTree::reveal(int row) {
  bool changed = false;
  for (const CheckpointRow* of = model_->row(row); of; of = model_->row(of->parent))
    if (const CheckpointRow* around = model_->row(of->parent))
      changed |= folded_.erase(around->full) > 0;
  if (changed) follow();
}

void CheckpointTree::openAll() {
  folded_.clear();
}

void CheckpointTree::restore() {
  filter_->clear();
  view_->sortByColumn(-1, Qt::AscendingOrder);
}

void CheckpointTree::follow() {
  const bool wasShown = shown_;
  int current = view_->currentSourceRow();
  shown_ = model_->hasScopes() && view_->horizontalHeader()->sortIndicatorSection() < 0 &&
           filter_->text().trimmed().isEmpty();
  const auto& rows = model_->rows();
  visible_.assign(rows.size(), true);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int around = rows[i].parent;
    visible_[i] =
        shown_ ? around < 0 || (visible_[static_cast<std::size_t>(around)] && !isFolded(around))
               : !rows[i].scope;
  }
  const auto isVisible = [this](int row) {
    return static_cast<std::size_t>(row) >= visible_.size() ||
           visible_[static_cast<std::size_t>(row)];
  };
  view_->setShown(isVisible);
  // The tensor column comes first, as in a tree, both in tree and in list mode.
  QHeaderView* header = view_->horizontalHeader();
  if (header->count() > CheckpointTable::tensorColumn)
    header->moveSection(header->visualIndex(CheckpointTable::tensorColumn), 0);
  back_->setVisible(model_->hasScopes() && !shown_);
  while (current >= 0 && !isVisible(current)) current = shown_ ? model_->row(current)->parent : -1;
  view_->setCurrentSourceRow(current);
  if (current < 0 && wasShown != shown_) view_->scrollToTop();
  view_->viewport()->update();
}

bool CheckpointTree::eventFilter(QObject* object, QEvent* event) {
  const bool press =
      event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (press && object == view_->viewport() && pressed(*static_cast<QMouseEvent*>(event)))
    return true;
  if (event->type() == QEvent::KeyPress && object == view_ &&
      keyPressed(*static_cast<QKeyEvent*>(event)))
    return true;
  return QObject::eventFilter(object, event);
}

bool CheckpointTree::pressed(const QMouseEvent& event) {
  if (!shown_ || event.button() != Qt::LeftButton) return false;
  const QPoint at = event.position().toPoint();
  const QModelIndex index = view_->indexAt(at);
  if (!index.isValid() || index.column() != CheckpointTable::tensorColumn) return false;
  const int row = sourceRow(index);
  const int from = view_->visualRect(index).left() + indent(row);
  if (!model_->row(row)->scope || at.x() < from || at.x() >= from + step + metrics::grid)
    return false;
  view_->setFocus();
  toggle(row);
  return true;
}

bool CheckpointTree::keyPressed(const QKeyEvent& event) {
  const int row = view_->currentSourceRow();
  const CheckpointRow* of = model_->row(row);
  const bool plain = (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (!shown_ || !of || !plain) return false;
  if (event.key() == Qt::Key_Right && of->scope) {
    isFolded(row) ? fold(row, false) : go(row + 1);
    return true;
  }
  if (event.key() != Qt::Key_Left) return false;
  if (of->scope && !isFolded(row))
    fold(row, true);
  else if (of->parent >= 0)
    go(of->parent);
  else
    return false;
  return true;
}

// Moves the selection like an arrow key.
void CheckpointTree::go(int row) {
  view_->setCurrentSourceRow(row);
  emit view_->rowSelected(row);
}

}  // namespace ng::views
