// SPDX-License-Identifier: Apache-2.0
#include "views/core/compare_written.h"

#include "engine/records/compilation_record.h"

namespace ng::views {

int firstChange(const CompilationRecordPtr& compilation) {
  if (!compilation) return -1;
  for (std::size_t i = 0; i < compilation->passes.size(); ++i) {
    const PassRecord& pass = compilation->passes[i];
    if (!pass.added.empty() || !pass.removed.empty() || !pass.modified.empty())
      return static_cast<int>(i);
  }
  return -1;
}

void compareWithWritten(Workspace& workspace) {
  Selection& selection = workspace.selection;
  const bool on = selection.state().against.has_value();
  const int first = firstChange(workspace.compilations.compilation());
  if (!on && selection.pass() == asWritten && first >= 0) selection.selectPass(first);
  selection.compareWith(on ? std::nullopt : std::optional(asWritten));
}

}  // namespace ng::views
