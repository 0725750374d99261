// SPDX-License-Identifier: Apache-2.0
// A table that can be sorted by any column, filtered by a text, and copied as TSV or CSV. Rows are
// one line high and identified by their row in the source model; numbers sort numerically. Numbers
// are never elided: their column grows, unless the user has set its width.
#pragma once

#include <QTableView>
#include <functional>
#include <set>

class QLineEdit;
class QSortFilterProxyModel;
class QTimer;

namespace ng::views {

class TableView : public QTableView {
  Q_OBJECT

 public:
  // `model` is not owned; its ColumnModel::sortRole gives the sort key.
  explicit TableView(QAbstractItemModel* model, QWidget* parent = nullptr);

  // Sets the row height in lines; long texts are then wrapped instead of elided.
  void setSentences(int lines);
  // Hides rows in which no cell contains `text`; several words must all match.
  void setFilter(const QString& text);
  // An additional row filter; empty: all rows. Called again whenever rows are filtered.
  void setShown(std::function<bool(int sourceRow)> shown);
  int shownRows() const;
  // The current source row, -1 for none. setCurrentSourceRow() emits nothing.
  int currentSourceRow() const;
  void setCurrentSourceRow(int row);
  // A search field that sets the filter; Ctrl+F in the table focuses it.
  QLineEdit* makeFilterField(QWidget* parent);

  // The selected rows, or all shown rows if none is selected, with a header line.
  QString asText(QChar separator) const;

 signals:
  // By the user: a click or the arrow keys. A click emits even if the row is already current,
  // because the selection may have changed elsewhere.
  void rowSelected(int sourceRow);
  void rowActivated(int sourceRow);  // Enter or double click

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addCopyActions();
  void copy(QChar separator) const;
  void widenForNumbers();

  QSortFilterProxyModel* proxy_;
  bool silent_ = false;
  QTimer* widen_;        // widens the visible rows' columns once pending events are done
  std::set<int> given_;  // columns whose width the user has set
};

}  // namespace ng::views
