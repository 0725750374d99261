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

void fillRewritePage(SectionColumn& column, Workspace& workspace, const PassRecord& pass,
                     const RewriteRecord& rewrite);

// Of a rewrite's ops: those that the pass took out and made, and those that it put into another op.
// What one rule made and the next took away is in neither.
struct RewriteCount {
  int gone = 0, made = 0, inside = 0;
};
RewriteCount countOf(const PassRecord& pass, const RewriteRecord& rewrite);
QString countsText(const RewriteCount& count);  // "−2 +1", "+1 6 inside"

// Rows of ops that lead to them; at most `most`, then a line with the count of the others.
void addOpRows(SectionColumn& column, Workspace& workspace, const std::vector<OpKey>& ops,
               int most = 32);

}  // namespace ng::views
