// SPDX-License-Identifier: Apache-2.0
// A sortable, filterable, copyable table.
#include "views/widgets/table_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTimer>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/column_model.h"
#include "views/widgets/fitting_text.h"

namespace ng::views {
namespace {

class WordFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void setWords(const QStringList& words) {
    words_ = words;
    invalidateFilter();
  }

  void setShown(std::function<bool(int)> shown) {
    shown_ = std::move(shown);
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    if (shown_ && !shown_(row)) return false;
    if (words_.isEmpty()) return true;
    QString line;
    for (int c = 0; c < sourceModel()->columnCount(parent); ++c) {
      line += sourceModel()->index(row, c, parent).data().toString() + u'\t';
    }
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) {
      return line.contains(word, Qt::CaseInsensitive);
    });
  }

 private:
  QStringList words_;
  std::function<bool(int)> shown_;
};

// Text has 8 px margins, as in the header; a selected row has the selection's colour.
class CellDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const int text = cell.fontMetrics.horizontalAdvance(cell.text);
    return {text + 2 * metrics::grid, metrics::row};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const Colours& colours = Theme::current().colours();
    const bool selected = cell.state & QStyle::State_Selected;
    if (selected || (cell.state & QStyle::State_MouseOver)) {
      painter->fillRect(cell.rect, selected ? colours.selectionRow : colours.hover);
    }
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(QPalette::Text));
    const QRect room = cell.rect.adjusted(metrics::grid, 0, -metrics::grid, 0);
    if (cell.features.testFlag(QStyleOptionViewItem::WrapText) &&
        cell.fontMetrics.horizontalAdvance(cell.text) > room.width())
      return painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                               cell.text);
    const auto beside = [&index](int by) {
      const QModelIndex other = index.siblingAtRow(index.row() + by);
      return other.isValid() ? other.data().toString() : QString();  // a row -1 has a model
    };
    const bool name = cell.textElideMode == Qt::ElideRight && !cell.text.contains(u' ') &&
                      !cell.text.contains(QChar::LineSeparator) &&
                      !(cell.displayAlignment & Qt::AlignRight);
    painter->drawText(
        room, static_cast<int>(cell.displayAlignment),
        name ? elidedName(cell.text, {beside(-1), beside(1)}, cell.fontMetrics, room.width())
             : fittingText(cell.text, cell.fontMetrics, room.width(), cell.textElideMode));
  }
};

// A CSV field: quoted if it contains a separator, a quote or a line break.
QString field(QString text, QChar separator) {
  if (separator != u',') return text.replace(u'\t', u' ').replace(u'\n', u' ');
  const bool plain = !text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n');
  return plain ? text : u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

// In the tip of the action.
void showKey(QAction& action) {
  action.setToolTip(action.text() + "  " + action.shortcut().toString(QKeySequence::NativeText));
}

}  // namespace

TableView::TableView(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent), proxy_(new WordFilter(this)), widen_(new QTimer(this)) {
  proxy_->setSourceModel(model);
  proxy_->setSortRole(ColumnModel::sortRole);
  setModel(proxy_);
  setSortingEnabled(true);
  // Unsorted at first: the source's order.
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setFrameShape(NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(metrics::row);
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setFixedHeight(metrics::row);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setStretchLastSection(true);
  setItemDelegate(new CellDelegate(this));
  setMouseTracking(true);
  setFont(Theme::current().tableFont());
  addCopyActions();
  widen_->setSingleShot(true);
  widen_->setInterval(0);
  connect(widen_, &QTimer::timeout, this, &TableView::widenForNumbers);
  const auto later = [this] { widen_->start(); };
  connect(proxy_, &QAbstractItemModel::modelReset, this, later);
  connect(proxy_, &QAbstractItemModel::layoutChanged, this, later);
  connect(proxy_, &QAbstractItemModel::rowsInserted, this, later);
  connect(proxy_, &QAbstractItemModel::dataChanged, this, later);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, later);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
    if (QApplication::mouseButtons() != Qt::NoButton) given_.insert(column);
  });
  connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
    emit rowActivated(proxy_->mapToSource(index).row());
  });
}

// More rows may be visible.
void TableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  widen_->start();
}

void TableView::widenForNumbers() {
  const int first = std::max(0, rowAt(0));
  const int rows = viewport()->height() / std::max(1, verticalHeader()->defaultSectionSize()) + 1;
  const int last = std::min(proxy_->rowCount(), first + rows);
  const int stretched = horizontalHeader()->logicalIndex(proxy_->columnCount() - 1);
  for (int column = 0; column < proxy_->columnCount(); ++column) {
    if (column == stretched || given_.count(column)) continue;
    const QString title = proxy_->headerData(column, Qt::Horizontal).toString();
    const int titleWidth =
        horizontalHeader()->fontMetrics().horizontalAdvance(title) + 2 * metrics::grid;
    int width = std::max(columnWidth(column), titleWidth);
    for (int row = first; row < last; ++row) {
      const QModelIndex cell = proxy_->index(row, column);
      if (!(cell.data(Qt::TextAlignmentRole).value<Qt::Alignment>() & Qt::AlignRight)) continue;
      const QVariant font = cell.data(Qt::FontRole);
      const QFontMetrics letters(font.isValid() ? font.value<QFont>() : this->font());
      const QString text = cell.data().toString();
      const int room = width - 2 * metrics::grid;
      const QString fitting = fittingText(text, letters, room, Qt::ElideRight);
      // Decimals may be rounded; integers must be shown in full.
      if (fitting.endsWith(QChar(0x2026)) || (fitting != text && !text.contains(u'.')))
        width = letters.horizontalAdvance(text) + 2 * metrics::grid;
    }
    if (width > columnWidth(column)) setColumnWidth(column, width);
  }
}

void TableView::setSentences(int lines) {
  setWordWrap(true);
  verticalHeader()->setDefaultSectionSize(metrics::row + (lines - 1) * fontMetrics().lineSpacing());
}

void TableView::setFilter(const QString& text) {
  const QScopedValueRollback<bool> quiet(silent_, true);
  static_cast<WordFilter*>(proxy_)->setWords(text.split(u' ', Qt::SkipEmptyParts));
}

void TableView::setShown(std::function<bool(int)> shown) {
  const QScopedValueRollback<bool> quiet(silent_, true);
  static_cast<WordFilter*>(proxy_)->setShown(std::move(shown));
}

int TableView::shownRows() const {
  return proxy_->rowCount();
}

int TableView::currentSourceRow() const {
  return currentIndex().isValid() ? proxy_->mapToSource(currentIndex()).row() : -1;
}

void TableView::setCurrentSourceRow(int row) {
  const QScopedValueRollback<bool> quiet(silent_, true);
  if (row == currentSourceRow()) return;
  const QModelIndex index = proxy_->mapFromSource(proxy_->sourceModel()->index(row, 0));
  if (!index.isValid()) {  // no row, or not one that the filter shows
    clearSelection();
    setCurrentIndex({});
    return;
  }
  selectionModel()->setCurrentIndex(
      index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
}

QLineEdit* TableView::makeFilterField(QWidget* parent) {
  auto* edit = new QLineEdit(parent);
  edit->setPlaceholderText(tr("Filter"));
  edit->setClearButtonEnabled(true);
  edit->setFocusPolicy(Qt::ClickFocus);
  connect(edit, &QLineEdit::textChanged, this, &TableView::setFilter);
  auto* find = new QAction(tr("Filter the table"), this);
  find->setShortcut(QKeySequence::Find);
  find->setShortcutContext(Qt::WidgetShortcut);
  showKey(*find);
  connect(find, &QAction::triggered, edit, [edit] { edit->setFocus(); });
  addAction(find);
  return edit;
}

void TableView::addCopyActions() {
  auto* tsv = new QAction(tr("Copy as text"), this);
  tsv->setShortcut(QKeySequence::Copy);
  tsv->setShortcutContext(Qt::WidgetShortcut);
  showKey(*tsv);
  connect(tsv, &QAction::triggered, this, [this] { copy(u'\t'); });
  auto* csv = new QAction(tr("Copy as CSV"), this);
  connect(csv, &QAction::triggered, this, [this] { copy(u','); });
  addActions({tsv, csv});
}

void TableView::copy(QChar separator) const {
  QApplication::clipboard()->setText(asText(separator));
}

// Columns as shown: in the order of the header, without those that are hidden.
QString TableView::asText(QChar separator) const {
  std::vector<int> columns;
  for (int at = 0; at < proxy_->columnCount(); ++at) {
    const int column = horizontalHeader()->logicalIndex(at);
    if (!isColumnHidden(column)) columns.push_back(column);
  }
  std::vector<int> rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  if (rows.empty()) {
    for (int r = 0; r < proxy_->rowCount(); ++r) rows.push_back(r);
  }
  QStringList lines, cells;
  for (const int c : columns) {
    cells << field(proxy_->headerData(c, Qt::Horizontal).toString(), separator);
  }
  lines << cells.join(separator);
  for (const int row : rows) {
    cells.clear();
    for (const int c : columns) {
      cells << field(proxy_->index(row, c).data().toString(), separator);
    }
    lines << cells.join(separator);
  }
  return lines.join(u'\n') + u'\n';
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

void TableView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex before = currentIndex();
  QTableView::mousePressEvent(event);
  const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
  if (plain && before.isValid() && indexAt(event->position().toPoint()) == before)
    emit rowSelected(proxy_->mapToSource(before).row());
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (!silent_ && current.isValid()) emit rowSelected(proxy_->mapToSource(current).row());
}

}  // namespace ng::views
