// SPDX-License-Identifier: Apache-2.0
// Everything that a source shows: records and small values, cheap to copy.
#pragma once

#include "views/core/session/state/compilation_state.h"
#include "views/core/session/state/document_state.h"
#include "views/core/session/state/fault_state.h"
#include "views/core/session/state/pipeline_state.h"
#include "views/core/session/state/profile_state.h"
#include "views/core/session/state/query_state.h"
#include "views/core/session/state/run_status.h"
#include "views/core/session/state/value_state.h"

namespace ng::views {

struct WorkbenchState {
  DocumentState document;
  CompilationState compilation;
  PipelineState pipeline;
  PlanRecordPtr plan;  // with the user's changes; null: there is none
  RunStatus run;
  ValueState values;
  ProfileState profile;
  FaultState faults;
  QueryState queries;
};

}  // namespace ng::views
