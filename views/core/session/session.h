// SPDX-License-Identifier: Apache-2.0
// Session: what the window knows of a document, its compilation and its run, one object a subject.
// They return parts of a source's WorkbenchState and send its commands, which return at once; a
// signal on the GUI thread announces the result.
#pragma once

#include "views/core/session/checkpoints.h"
#include "views/core/session/compilations.h"
#include "views/core/session/documents.h"
#include "views/core/session/faults.h"
#include "views/core/session/messages.h"
#include "views/core/session/pipelines.h"
#include "views/core/session/plans.h"
#include "views/core/session/profile.h"
#include "views/core/session/queries.h"
#include "views/core/session/run.h"
#include "views/core/session/values.h"

namespace ng::views {

struct Session {
  Documents& documents;
  Messages& messages;
  Compilations& compilations;
  Pipelines& pipelines;
  Plans& plans;
  Run& run;
  Values& values;
  Profile& profile;
  Faults& faults;
  Queries& queries;
  Checkpoints& checkpoints;
};

}  // namespace ng::views
