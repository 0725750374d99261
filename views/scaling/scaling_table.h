// SPDX-License-Identifier: Apache-2.0
// The predicted times of a call, one row for each number of ranks.
#pragma once

#include "engine/tables/scaling_table.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

class ScalingTable : public RecordTable<PredictionRow> {
 public:
  explicit ScalingTable(QObject* parent = nullptr);
  void set(ScalingRecordPtr scaling);  // null: no rows

 private:
  ScalingRecordPtr scaling_;
};

}  // namespace ng::views
