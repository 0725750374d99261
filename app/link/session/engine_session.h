// SPDX-License-Identifier: Apache-2.0
// EngineSession: the engine in this process with the subjects that views use.
#pragma once

#include "app/link/session/engine_source.h"
#include "views/core/session/subjects.h"

namespace ng::views {

struct EngineSession : EngineSource, Subjects {
  EngineSession() : Subjects(static_cast<EngineSource&>(*this), reports()) {}
};

}  // namespace ng::views
