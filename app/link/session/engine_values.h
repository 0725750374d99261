// SPDX-License-Identifier: Apache-2.0
// Curves and values that the engine in this process has sent.
#pragma once

#include <map>

#include "app/link/session/engine_run.h"
#include "views/core/session/values.h"

namespace ng::views {

class EngineValues : public Values {
  Q_OBJECT

 public:
  EngineValues(EngineLink& link, EngineRun& run) : link_(link), run_(run) {}

  std::vector<SeriesRecord> series() const override { return series_; }
  std::vector<TensorRecord> results() const override { return results_; }
  void watch(OpKey op) override;
  void unwatch(OpKey op) override;
  std::vector<OpKey> watched() const override;
  TensorRecordPtr value(OpKey op) const override;

  void take(RunFrame& frame);  // without a signal
  void forget();               // the document

 signals:
  void watchedChanged();

 private:
  void sendWatched();

  EngineLink& link_;
  EngineRun& run_;
  std::vector<SeriesRecord> series_;
  std::vector<TensorRecord> results_;
  std::map<OpKey, TensorRecordPtr> tensors_;
  std::map<OpKey, int> watches_;
};

}  // namespace ng::views
