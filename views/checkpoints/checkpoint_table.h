// SPDX-License-Identifier: Apache-2.0
// The table of a checkpoint's tensors, each after the scope that it is in. What is not computed yet
// is empty.
#pragma once

#include <functional>
#include <vector>

#include "views/checkpoints/checkpoint_rows.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class CheckpointTable : public ColumnModel {
  Q_OBJECT

 public:
  static constexpr int tensorColumn = 1;
  static constexpr int relativeColumn = 3;  // of a comparison: how much changed

  explicit CheckpointTable(QObject* parent = nullptr);
  // `compared`: the columns of the changes are there.
  void setRows(std::vector<CheckpointRow> rows, bool compared);
  std::vector<CheckpointRow>& rows() { return rows_; }
  const CheckpointRow* row(int row) const;  // null beyond the end
  int rowOf(OpKey op) const;                // -1: none
  bool hasScopes() const { return !rows_.empty() && rows_.back().depth > 0; }  // these are last
  void updated();  // rows() were written
  // How the tree tells a reader's voice which scopes are folded.
  void setFolded(std::function<bool(int row)> folded) { folded_ = std::move(folded); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<TableColumn> columns(bool compared);

  std::vector<CheckpointRow> rows_;
  std::function<bool(int)> folded_;
};

}  // namespace ng::views
