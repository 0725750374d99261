// SPDX-License-Identifier: Apache-2.0
// A rewrite of the selected pass as what is selected: its ops as a group.
#pragma once

#include "views/core/selection.h"

namespace ng::views {

// "add_3, one → add_5"; a rewrite that makes nothing has no arrow.
QString rewriteOps(const PassRecord& pass, const RewriteRecord& rewrite);
// The rule, with the ops where it has the pass's own name.
QString rewriteTitle(const PassRecord& pass, const RewriteRecord& rewrite);

void selectRewrite(Selection& selection, const PassRecord& pass, const RewriteRecord& rewrite);

struct SelectedRewrite {
  const PassRecord* pass = nullptr;
  const RewriteRecord* rewrite = nullptr;  // null: the selection is none
  explicit operator bool() const { return rewrite != nullptr; }
};
// They live as long as the compilation.
SelectedRewrite selectedRewrite(const CompilationRecordPtr& compilation,
                                const SelectionState& state);

}  // namespace ng::views
