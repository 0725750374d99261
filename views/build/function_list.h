// SPDX-License-Identifier: Apache-2.0
// List of the functions that create ops, with a filter and drag support.
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <QSortFilterProxyModel>

#include "views/core/workspace.h"

namespace ng::views {

class FunctionModel : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit FunctionModel(const std::vector<FunctionRow>& rows, QObject* parent = nullptr)
      : QAbstractListModel(parent), rows_(rows) {}
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  const FunctionRow& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }

 private:
  const std::vector<FunctionRow>& rows_;
};

// Filters by words in name and documentation, and by functions that can read an op.
class FunctionFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  FunctionFilter(FunctionModel* model, Editor& editor, QObject* parent = nullptr);
  void setWords(const QString& words);
  void setReads(OpId op);  // 0: no restriction
  OpId reads() const { return reads_; }
  const FunctionRow* row(const QModelIndex& index) const;  // null: no row

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  FunctionModel* model_;
  Editor& editor_;
  QStringList words_;
  OpId reads_ = 0;
};

// Rows are dragged over the whole window; the Editor reports the target.
class FunctionList : public QListView {
  Q_OBJECT

 public:
  FunctionList(FunctionFilter* filter, Editor& editor, QWidget* parent = nullptr);

 signals:
  void chosen();  // double click or Enter

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  FunctionFilter* filter_;
  Editor& editor_;
  QPoint pressed_;
  QString carried_;
};

}  // namespace ng::views
