// SPDX-License-Identifier: Apache-2.0
// The inspector's pages of everything but an op: the document, a pass, a kernel, a buffer. Each
// function fills an empty column.
#pragma once

#include "views/inspector/page_context.h"
#include "views/widgets/section.h"

namespace ng::views {

void fillDocumentPage(SectionColumn& column, Workspace& workspace);
void fillPassPage(SectionColumn& column, Workspace& workspace, const SelectionState& state);
void fillGroupPage(SectionColumn& column, Workspace& workspace, const SelectedGroup& group);
void fillKernelPage(SectionColumn& column, Workspace& workspace, const QString& kernel);
void fillBufferPage(SectionColumn& column, Workspace& workspace, const QString& buffer);

// Rows of ops that lead to them; at most `most`, then a line with the count of the others.
void addOpRows(SectionColumn& column, Workspace& workspace, const std::vector<OpKey>& ops,
               int most = 32);

}  // namespace ng::views
