// SPDX-License-Identifier: Apache-2.0
// Matches the passes of two compilations by name.
#include "app/window/selection/selected_pass.h"

#include <algorithm>

#include "engine/records/compilation_record.h"
#include "views/core/session/compilations.h"

namespace ng::views {

SelectedPass::SelectedPass(Compilations& compilations, Selection& selection)
    : compilations_(compilations), selection_(selection) {
  connect(&compilations, &Compilations::compilationChanged, this, &SelectedPass::compiled);
}

void SelectedPass::compiled() {
  const CompilationRecordPtr compilation = compilations_.compilation();
  if (!compilation) return;  // the names stay known until the next compilation
  const SelectionState before = selection_.state();
  selection_.setPassCount(static_cast<int>(compilation->passes.size()));
  selection_.selectPass(placeOf(before.pass));
  selection_.compareWith(before.against ? std::optional(placeOf(*before.against)) : std::nullopt);
  names_.clear();
  for (const PassRecord& pass : compilation->passes) names_.push_back(pass.name);
}

int SelectedPass::placeOf(int pass) const {
  const std::vector<PassRecord>& passes = compilations_.compilation()->passes;
  if (pass == asWritten) return pass;
  if (pass < static_cast<int>(names_.size())) {
    const std::string& name = names_[static_cast<std::size_t>(pass)];
    const auto found = std::find_if(passes.begin(), passes.end(),
                                    [&](const PassRecord& each) { return each.name == name; });
    if (found != passes.end()) return static_cast<int>(found - passes.begin());
  }
  return std::min(pass, static_cast<int>(passes.size()) - 1);
}

}  // namespace ng::views
