// SPDX-License-Identifier: Apache-2.0
// Requests of the window to the engine's thread.
#pragma once

#include <QString>

#include "engine/neon/plan/run_overrides.h"
#include "engine/records/pipeline_record.h"
#include "views/core/session/request.h"

namespace ng::views {

struct CompileChoices {
  QString computation, transformer;
  PipelineChoice pipeline;
  RunOverrides plan;
  QString ranks;  // how the program is divided among threads, as of CompilationState::ranks
};

struct CompileRequest : CompileChoices {
  Request id;
};

}  // namespace ng::views
