// SPDX-License-Identifier: Apache-2.0
// The engine in this process as a source. Its parts handle the commands of one subject each.
// Changes that affect several parts are handled here: another document, a new compilation, a frame
// of the run.
#pragma once

#include "app/link/session/engine_checkpoints.h"
#include "app/link/session/engine_documents.h"
#include "app/link/session/engine_faults.h"
#include "app/link/session/engine_pipelines.h"
#include "app/link/session/engine_plans.h"
#include "app/link/session/engine_profile.h"
#include "app/link/session/engine_queries.h"
#include "app/link/session/engine_values.h"

namespace ng::views {

class EngineSource : public Source {
  EngineLink link_;
  Published published_{state_, *this};
  Messages messages_;

 public:
  EngineSource();
  ~EngineSource() override;  // cancels and waits for the engine's threads
  void take(const Command& command) override;
  // Before the process ends. The engine keeps the records, so that the destructor is quick.
  void leaveMemory() { link_.leaveMemory(); }

  // Saves the compilation, the run and the values of these ops as one file; a message reports the
  // outcome.
  void capture(const QString& path, const std::set<OpId>& tensors, const QString& version);
  // Its signals come from the engine's thread. For tests that hold the engine.
  const EngineWorker& worker() { return link_.worker(); }

  // Everything that the engine reports.
  Messages& reports() { return messages_; }

  struct Parts {
    EngineDocuments documents;
    EngineCompilations compilations;
    EngineRun run;
    EnginePipelines pipelines;
    EnginePlans plans;
    EngineValues values;
    EngineProfile profile;
    EngineFaults faults;
    EngineQueries queries;
    EngineCheckpoints checkpoints;

    Parts(EngineLink& link, Published& published, Messages& messages);
  };
  Parts parts{link_, published_, messages_};

 private:
  void show(DocumentRecordPtr document, const QStringList& names);
  void closed();
  void forget();
  bool left_ = false;  // the draft of the shown document, for another document
  void compiled(CompilationRecordPtr compilation, Request request);
  // Shows the next frame of the run together with other changes of the state.
  void takeFrame(StateFacets others);
};

}  // namespace ng::views
