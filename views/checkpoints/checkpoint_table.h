// SPDX-License-Identifier: Apache-2.0
// Table of the tensors of a checkpoint, grouped by scope. Values that are not computed yet are
// empty.
#pragma once

#include <functional>
#include <vector>

#include "views/checkpoints/checkpoint_rows.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

class CheckpointTable : public RecordTable<CheckpointRow> {
 public:
  static constexpr int tensorColumn = 1;
  static constexpr int relativeColumn = 3;  // only in a comparison

  explicit CheckpointTable(QObject* parent = nullptr);
  // `compared` adds the columns for changes.
  void setRows(std::vector<CheckpointRow> rows, bool compared);
  std::vector<CheckpointRow>& rows() { return rows_; }
  int rowOf(OpId op) const;  // -1: none
  // Tensors in scopes are sorted last.
  bool hasScopes() const { return !rows_.empty() && rows_.back().depth > 0; }
  void updated();  // call after modifying rows()
  // Callback that lets accessible text state which scopes are collapsed.
  void setFolded(std::function<bool(int row)> folded) { folded_ = std::move(folded); }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::function<bool(int)> folded_;
};

}  // namespace ng::views
