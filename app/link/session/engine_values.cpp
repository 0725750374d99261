// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_values.h"

#include "engine/records/tensor_record.h"

namespace ng::views {

void EngineValues::watch(OpKey op) {
  if (++watches_[op] == 1) sendWatched();
}

void EngineValues::unwatch(OpKey op) {
  const auto found = watches_.find(op);
  if (found == watches_.end() || --found->second > 0) return;
  watches_.erase(found);
  sendWatched();
}

std::vector<OpKey> EngineValues::watched() const {
  std::vector<OpKey> ops;
  for (const auto& [op, count] : watches_) ops.push_back(op);
  return ops;
}

// A run uses the new set from its next iteration; without a run the values are computed now.
void EngineValues::sendWatched() {
  const std::vector<OpKey> ops = watched();
  link_.control.setWatched({ops.begin(), ops.end()});
  if (!run_.running()) link_.post([this] { link_.worker().values.refresh(); });
  emit watchedChanged();
}

TensorRecordPtr EngineValues::value(OpKey op) const {
  const auto found = tensors_.find(op);
  return found == tensors_.end() ? nullptr : found->second;
}

void EngineValues::take(RunFrame& frame) {
  if (frame.heads) series_ = *frame.heads;
  for (const CurvePoint& p : frame.points) {
    if (p.series >= series_.size()) continue;
    series_[p.series].x.push_back(p.x);
    series_[p.series].y.push_back(p.y);
  }
  if (frame.results) results_ = std::move(*frame.results);
  if (frame.tensors) tensors_ = std::move(*frame.tensors);
}

void EngineValues::forget() {
  series_.clear();
  results_.clear();
  tensors_.clear();
}

}  // namespace ng::views
