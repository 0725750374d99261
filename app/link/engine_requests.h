// SPDX-License-Identifier: Apache-2.0
// Requests of the window to the engine's thread.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "app/link/shown_plan.h"
#include "engine/formats/documents/document.h"
#include "engine/records/pipeline_record.h"
#include "views/core/session/request.h"

namespace ng::views {

struct CompileChoices {
  QString computation, transformer;
  PipelineChoice pipeline;
  RunOverrides plan;
  QString ranks;  // threads among which the program is divided: "N=2"; empty: one process
};

struct CompileRequest : CompileChoices {
  Request id;
};

struct DraftDocument {
  std::shared_ptr<const DocumentModel> model;
  std::vector<OpRecord> unfinished;
  QString path;
};

}  // namespace ng::views
