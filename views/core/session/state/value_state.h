// SPDX-License-Identifier: Apache-2.0
// Curves, results and the values of watched ops, of the shown iteration. The records are immutable.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/records/records.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"

namespace ng::views {

using SeriesList = std::vector<SeriesRecord>;
using TensorList = std::vector<TensorRecord>;
using TensorMap = std::map<OpKey, TensorRecordPtr>;

// The pointers are never null. Series grow while the run proceeds.
struct ValueState {
  std::shared_ptr<const SeriesList> series = std::make_shared<SeriesList>();
  // The results of the last finished call, each with its axes, in the computation's order.
  std::shared_ptr<const TensorList> results = std::make_shared<TensorList>();
  std::shared_ptr<const TensorMap> tensors = std::make_shared<TensorMap>();
  std::vector<OpKey> watched;
};

}  // namespace ng::views
