// SPDX-License-Identifier: Apache-2.0
// The predicted times of a call, one row for each number of ranks.
#pragma once

#include "engine/records/scaling_record.h"
#include "views/widgets/column_model.h"

namespace ng::views {

class ScalingTable : public ColumnModel {
  Q_OBJECT

 public:
  explicit ScalingTable(QObject* parent = nullptr);
  void set(ScalingRecordPtr scaling);  // null: no rows

 private:
  std::vector<TableColumn> columns();

  ScalingRecordPtr scaling_;
};

}  // namespace ng::views
