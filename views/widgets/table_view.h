// SPDX-License-Identifier: Apache-2.0
// A table that can be sorted by any column, filtered by a text, and copied as TSV or CSV. Rows are
// one line high, numbers sort as numbers; rows are named by their number in the source model. Of a
// number no digit is left out: its column grows, unless the user has given it a width.
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
  // `model` is not owned; its ColumnModel::sortRole gives what to sort by.
  explicit TableView(QAbstractItemModel* model, QWidget* parent = nullptr);

  // Rows this many lines high, in which long texts are wrapped instead of cut.
  void setSentences(int lines);
  // Rows of which no cell contains `text` are hidden; words are joined by "and".
  void setFilter(const QString& text);
  // Of the rest only these rows; empty: all. Asked anew whenever rows are filtered.
  void setShown(std::function<bool(int sourceRow)> shown);
  int shownRows() const;
  // The source row that is current, -1 for none; setting one emits nothing.
  int currentSourceRow() const;
  void setCurrentSourceRow(int row);
  // A search field that drives the filter; Ctrl+F in the table focuses it.
  QLineEdit* makeFilterField(QWidget* parent);

  // The selected rows, or all shown rows when none is selected, with a header line.
  QString asText(QChar separator) const;

 signals:
  // By the user: click or arrow keys. A click tells of the current row anew: what it selected may
  // have been given up since.
  void rowSelected(int sourceRow);
  void rowActivated(int sourceRow);  // Enter or double-click

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void addCopyActions();
  void copy(QChar separator) const;
  void widenForNumbers();

  QSortFilterProxyModel* proxy_;
  bool silent_ = false;
  QTimer* widen_;        // for the rows that are in view once the events are done
  std::set<int> given_;  // columns that have their width from the user
};

}  // namespace ng::views
