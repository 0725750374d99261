// SPDX-License-Identifier: Apache-2.0
// The engine's threads as the parts of an EngineSession use them: one runs programs, the other
// answers background queries. GUI thread only.
#pragma once

#include <QThread>
#include <functional>

#include "app/link/engine_control.h"
#include "app/link/query_worker.h"
#include "app/link/worker/engine_worker.h"

namespace ng::views {

class EngineLink {
 public:
  EngineLink();
  ~EngineLink() { close(); }
  EngineLink(const EngineLink&) = delete;
  EngineLink& operator=(const EngineLink&) = delete;

  EngineControl control;  // thread-safe: reaches the engine while it is busy
  // Deleted when their threads end.
  EngineWorker& worker() { return *worker_; }
  QueryWorker& queryWorker() { return *queryWorker_; }

  void post(std::function<void()> work);  // runs on the worker's thread
  void interrupt();                       // cancels the run and the compilation in progress
  // Cancels all work and waits for the threads. Objects that posted work must still exist.
  void close();
  // The process ends: close() does not take large graphs apart object by object, which takes
  // longer than a second; the system frees them at once.
  void leaveMemory();

 private:
  EngineWorker* worker_;
  QueryWorker* queryWorker_;
  QThread thread_, queryThread_;
};

}  // namespace ng::views
