// SPDX-License-Identifier: Apache-2.0
// ScriptSession: the engine and the link to a user's program, with the subjects that views use.
#pragma once

#include "app/scripts/script_program.h"

namespace ng::views {

struct LinkedEngine {
  EngineSession engine;
  ScriptLink link;
};

struct ScriptSession : LinkedEngine, ScriptProgram, Subjects {
  ScriptSession()
      : ScriptProgram(link, engine),
        Subjects(static_cast<ScriptProgram&>(*this), engine.messages) {}
};

}  // namespace ng::views
