// SPDX-License-Identifier: Apache-2.0
// Represents a rewrite of the selected pass in the selection: its ops as a group.
#pragma once

#include "views/core/selection.h"

namespace ng::views {

// "add_3, one → add_5"; without an arrow if the rewrite adds no ops.
QString rewriteOps(const PassRecord& pass, const RewriteRecord& rewrite);
// The rule's name, followed by the ops if the rule is named like its pass.
QString rewriteTitle(const PassRecord& pass, const RewriteRecord& rewrite);

void selectRewrite(Selection& selection, const PassRecord& pass, const RewriteRecord& rewrite);

struct SelectedRewrite {
  const PassRecord* pass = nullptr;
  const RewriteRecord* rewrite = nullptr;  // null: the selection is not a rewrite
  explicit operator bool() const { return rewrite != nullptr; }
};
// The pointers are valid as long as the compilation.
SelectedRewrite selectedRewrite(const CompilationRecordPtr& compilation,
                                const SelectionState& state);

}  // namespace ng::views
