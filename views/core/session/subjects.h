// SPDX-License-Identifier: Apache-2.0
// Subjects: a source as views use it, one object a subject with its own signals.
#pragma once

#include "views/core/session/session.h"
#include "views/core/session/source.h"

namespace ng::views {

struct Subjects {
  // Both outlive this object.
  Subjects(Source& source, Messages& itsMessages)
      : documents(source),
        messages(itsMessages),
        compilations(source),
        pipelines(source),
        plans(source),
        run(source),
        values(source),
        profile(source),
        faults(source),
        queries(source),
        checkpoints(source) {}

  operator Session() {
    return {documents, messages, compilations, pipelines, plans,      run,
            values,    profile,  faults,       queries,   checkpoints};
  }

  Documents documents;
  Messages& messages;
  Compilations compilations;
  Pipelines pipelines;
  Plans plans;
  Run run;
  Values values;
  Profile profile;
  Faults faults;
  Queries queries;
  Checkpoints checkpoints;
};

}  // namespace ng::views
