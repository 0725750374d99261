// SPDX-License-Identifier: Apache-2.0
// Predicted times of a call as tables: on more and more ranks, and of the stages of a pipeline.
#pragma once

#include "engine/analysis/cluster/cluster_time.h"
#include "engine/records/scaling_record.h"
#include "engine/tables/table_column.h"

namespace ng {

struct PredictionRow {
  const ScalingRecord* scaling;
  const ScalingRow* row;
};
std::vector<PredictionRow> prediction_rows(const ScalingRecord& scaling);  // must outlive the rows
// `samples`: the elements of the divided axis are samples.
const Columns<PredictionRow>& prediction_columns(bool samples);

struct StageRow {
  std::int64_t stage;
  ClusterTime time;
  double idle;  // part of the call, 0..1
};
const Columns<StageRow>& stage_columns();

}  // namespace ng
