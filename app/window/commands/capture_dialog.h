// SPDX-License-Identifier: Apache-2.0
// Dialog of File > Capture…: which values are saved, with their sizes and the total.
#pragma once

#include <QAbstractTableModel>
#include <QDialog>
#include <set>
#include <vector>

#include "engine/base/op_id.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;

namespace ng::views {

struct Workspace;

// An op of the document that has a value.
struct CapturedRow {
  OpId op = 0;
  QString name, kind, axes;
  std::int64_t bytes = 0;
  bool chosen = false;
};

// Variables and results first, which are chosen; then the other ops of the shown computation. Only
// variables before the first iteration.
std::vector<CapturedRow> capturedRows(const Workspace& workspace);

class CapturedModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int sortRole = Qt::UserRole;

  CapturedModel(std::vector<CapturedRow> rows, QObject* parent);
  const std::vector<CapturedRow>& rows() const { return rows_; }
  void choose(const std::vector<int>& rows, bool chosen);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<CapturedRow> rows_;
};

class CaptureDialog : public QDialog {
  Q_OBJECT

 public:
  CaptureDialog(std::vector<CapturedRow> rows, QWidget* parent);

  std::set<OpId> chosen() const;
  QString total() const;  // "2 of 19 values, 24 B"

 private:
  void follow();
  void chooseShown(bool chosen);  // all rows that the filter shows

  CapturedModel* model_;
  QSortFilterProxyModel* shown_;
  QLabel* total_;
};

}  // namespace ng::views
