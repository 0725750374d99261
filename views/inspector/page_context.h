// SPDX-License-Identifier: Apache-2.0
// What every page of the inspector is given: the workspace, and links that go somewhere.
#pragma once

#include "views/core/workspace.h"
#include "views/inspector/inspector_links.h"

namespace ng::views {

// The session's records as inspectorLinks() wants them. They are kept alive by `document` and
// `compilation`; take a fresh one after every change.
struct Records {
  explicit Records(const Session& session);
  DocumentRecordPtr document;
  CompilationRecordPtr compilation;
  LinkSource source;
};

// Selects an op and shows it where it is drawn.
void goToOp(Workspace& workspace, OpKey op);
void goToKernel(Workspace& workspace, const QString& kernel);
void goToPass(Workspace& workspace, int pass);
void goToBuffer(Workspace& workspace, const QString& buffer);
void goToTensor(Workspace& workspace, OpKey op);

}  // namespace ng::views
