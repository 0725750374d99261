// SPDX-License-Identifier: Apache-2.0
// Inspector pages of documents, passes, groups, kernels, buffers and rewrites. Each function fills
// an empty column.
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

// Ops of a rewrite: removed and added by the pass, or moved inside another op. Ops that one rule
// adds and a later rule removes are not counted.
struct RewriteCount {
  int gone = 0, made = 0, inside = 0;
};
RewriteCount countOf(const PassRecord& pass, const RewriteRecord& rewrite);
QString countsText(const RewriteCount& count);  // e.g. "−2 +1", "+1 6 inside"

// Adds linked rows for up to `most` ops, then a line with the number of hidden ones.
void addOpRows(SectionColumn& column, Workspace& workspace, const std::vector<OpId>& ops,
               int most = 32);

}  // namespace ng::views
