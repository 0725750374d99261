// SPDX-License-Identifier: Apache-2.0
// The table of a checkpoint's tensors. What is not computed yet is empty.
#pragma once

#include <vector>

#include "views/checkpoints/checkpoint_rows.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class CheckpointTable : public ColumnModel {
  Q_OBJECT

 public:
  static constexpr int relativeColumn = 3;  // of a comparison: how much changed

  explicit CheckpointTable(QObject* parent = nullptr);
  // `compared`: the columns of the changes are there.
  void setRows(std::vector<CheckpointRow> rows, bool compared);
  std::vector<CheckpointRow>& rows() { return rows_; }
  const CheckpointRow* row(int row) const;  // null beyond the end
  int rowOf(OpKey op) const;                // -1: none
  void updated() { refresh(); }             // rows() were written
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<TableColumn> columns(bool compared);

  std::vector<CheckpointRow> rows_;
};

}  // namespace ng::views
