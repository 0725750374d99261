// SPDX-License-Identifier: Apache-2.0
// EngineSession: the session over the engine in this process. Owns one implementation per interface
// and does what concerns several of them: another document, a new compilation, a frame of the run.
// GUI thread only.
#pragma once

#include "app/link/session/engine_checkpoints.h"
#include "app/link/session/engine_compilations.h"
#include "app/link/session/engine_documents.h"
#include "app/link/session/engine_faults.h"
#include "app/link/session/engine_link.h"
#include "app/link/session/engine_pipelines.h"
#include "app/link/session/engine_plans.h"
#include "app/link/session/engine_profile.h"
#include "app/link/session/engine_queries.h"
#include "app/link/session/engine_run.h"
#include "app/link/session/engine_values.h"
#include "views/core/session/session.h"

namespace ng::views {

class EngineSession {
  EngineLink link_;

 public:
  EngineSession();
  ~EngineSession();  // cancels and waits for the engine's threads
  // Before the process ends. The engine keeps the records, so that the destructor is quick.
  void leaveMemory() { link_.leaveMemory(); }

  // Saves the compilation, the run and the values of these ops as one file; a message reports the
  // outcome.
  void capture(const QString& path, const std::set<OpKey>& tensors, const QString& version) {
    compilations.capture(
        {path, version, tensors, profile.timeline(), values.series(), faults.health()});
  }

  // Its signals come from the engine's thread. For tests that hold the engine.
  const EngineWorker& worker() { return link_.worker(); }

  operator Session() {
    return {documents, messages, compilations, pipelines, plans,      run,
            values,    profile,  faults,       queries,   checkpoints};
  }

  Messages messages;
  EngineDocuments documents{link_, messages};
  EngineCompilations compilations{link_, documents};
  EngineRun run{link_, documents, compilations};
  EnginePipelines pipelines{link_, compilations, run};
  EnginePlans plans{link_, compilations};
  EngineValues values{link_, run};
  EngineProfile profile{link_, compilations};
  EngineFaults faults{link_, run, values, messages};
  EngineQueries queries{link_, compilations, run, values, messages};
  EngineCheckpoints checkpoints{link_, run, messages};

 private:
  void show(DocumentRecordPtr document, const QStringList& names);
  void closed();
  void forget();
  void compiled(CompilationRecordPtr compilation, Request request);
  void takeFrame();
};

}  // namespace ng::views
