// SPDX-License-Identifier: Apache-2.0
// ScriptSession: the session of a window that also shows programs. While the document was sent by a
// program, run, values and profile are the program's; all else is the engine's.
#pragma once

#include "app/scripts/live_source.h"

namespace ng::views {

struct ScriptSession {
  EngineSession engine;
  ScriptLink link;
  ScriptProgram program{link, engine};
  ProgramRun programRun{program, engine.run};
  ProgramValues programValues{program, engine.values};
  ProgramProfile programProfile{program, engine.profile};

  EngineDocuments& documents = engine.documents;
  Messages& messages = engine.messages;
  EngineCompilations& compilations = engine.compilations;
  LiveRun run{program, programRun, engine.run};
  LiveValues values{program, programValues, engine.values};
  LiveProfile profile{program, programProfile, engine.profile};
  EngineFaults& faults = engine.faults;

  operator Session() {
    return {documents, messages, compilations, engine.pipelines, engine.plans,      run,
            values,    profile,  faults,       engine.queries,   engine.checkpoints};
  }
};

}  // namespace ng::views
