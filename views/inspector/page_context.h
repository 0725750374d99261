// SPDX-License-Identifier: Apache-2.0
// Context shared by the inspector pages: session records and navigation.
#pragma once

#include "views/core/workspace.h"
#include "views/inspector/inspector_links.h"

namespace ng::views {

// Session records for inspectorLinks(). `document` and `compilation` own what `source` points to;
// create a new instance after each change.
struct Records {
  explicit Records(const Session& session);
  DocumentRecordPtr document;
  CompilationRecordPtr compilation;
  LinkSource source;
};

// Selects an op and shows it in the graph.
void goToOp(Workspace& workspace, OpId op);
void goToKernel(Workspace& workspace, const QString& kernel);
void goToPass(Workspace& workspace, int pass);
void goToBuffer(Workspace& workspace, const QString& buffer);
void goToTensor(Workspace& workspace, OpId op);

}  // namespace ng::views
