// SPDX-License-Identifier: Apache-2.0
// EngineWorker: the workers of the engine's thread, which open documents, compile, run plans and
// compute values. Their signals carry records only. Lives on that thread; all but
// FramePublisher::takeFrame() is called there.
#pragma once

#include "app/link/worker/checkpoint_matcher.h"
#include "app/link/worker/compile_worker.h"
#include "app/link/worker/document_worker.h"
#include "app/link/worker/query_source.h"

namespace ng::views {

class EngineWorker : public QObject {
 public:
  explicit EngineWorker(EngineControl& control) : state_(control, reports) {}

  WorkerReports reports{this};

 private:
  WorkerState state_;

 public:
  FramePublisher frames{state_, this};
  ValueCollector values{state_, frames};

 private:
  StopFinder stops_{state_, values};

 public:
  RunWorker runs{state_, frames, values, stops_};
  CheckpointMatcher checkpoints{state_, runs};
  DocumentWorker documents{state_, frames, values, this};
  CompileWorker compiler{state_, values, runs, this};
  QuerySource queries{state_, runs, values};
};

}  // namespace ng::views
