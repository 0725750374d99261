// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_values.h"

#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"

namespace ng::views {

void EngineValues::watch(OpId op) {
  if (++watches_[op] == 1) sendWatched();
}

void EngineValues::unwatch(OpId op) {
  const auto found = watches_.find(op);
  if (found == watches_.end() || --found->second > 0) return;
  watches_.erase(found);
  sendWatched();
}

// A run uses the new set from its next iteration; without a run the values are computed now.
void EngineValues::sendWatched() {
  std::vector<OpId>& ops = published_.state.values.watched;
  ops.clear();
  for (const auto& [op, count] : watches_) ops.push_back(op);
  link_.control.setWatched({ops.begin(), ops.end()});
  if (!run_.running()) link_.post([this] { link_.worker().values.refresh(); });
  published_.changed(StateFacet::watched);
}

StateFacets EngineValues::take(RunFrame& frame) {
  ValueState& values = published_.state.values;
  StateFacets changed = StateFacets();
  if (frame.heads || !frame.points.empty()) {
    if (frame.heads) series_ = std::make_shared<SeriesList>(*frame.heads);
    for (const CurvePoint& p : frame.points) {
      if (p.series >= series_->size()) continue;
      (*series_)[p.series].x.push_back(p.x);
      (*series_)[p.series].y.push_back(p.y);
    }
    values.series = series_;
    changed |= StateFacet::series;
  }
  if (frame.results || frame.tensors) changed |= StateFacet::tensors;
  if (frame.results) values.results = std::make_shared<TensorList>(std::move(*frame.results));
  if (frame.tensors) values.tensors = std::make_shared<TensorMap>(std::move(*frame.tensors));
  return changed;
}

void EngineValues::forget() {
  std::vector<OpId> watched = std::move(published_.state.values.watched);
  series_ = std::make_shared<SeriesList>();
  published_.state.values = {};
  published_.state.values.watched = std::move(watched);
}

}  // namespace ng::views
