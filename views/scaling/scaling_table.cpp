// SPDX-License-Identifier: Apache-2.0
#include "views/scaling/scaling_table.h"

namespace ng::views {
namespace {

const Keys keys = {"ranks",      "microseconds",         "samples_per_second",
                   "efficiency", "waiting_microseconds", "exchange_microseconds",
                   "hidden",     "sent_bytes",           "bound"};

}  // namespace

ScalingTable::ScalingTable(QObject* parent) : RecordTable(prediction_columns(true), keys, parent) {}

void ScalingTable::set(ScalingRecordPtr scaling) {
  RecordTable::set({});
  if (scaling) {
    show(prediction_columns(scaling->is_batch), keys);
    RecordTable::set(prediction_rows(*scaling),
                     [](const PredictionRow& row) { return !row.row->reason.empty(); });
  }
  scaling_ = std::move(scaling);
}

}  // namespace ng::views
