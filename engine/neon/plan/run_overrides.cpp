// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/plan/run_overrides.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

void set_folder(RunPlan& plan, const std::string& name, const std::string& folder) {
  bool found = false;
  std::string known;
  for (PlanData& data : plan.data) {
    if (data.is_mixture()) continue;
    known += (known.empty() ? "one of: " : ", ") + data.name;
    if (data.name != name && data.generator != name) continue;
    found = true;
    data.folder = folder;
    data.folder_by_user = true;
  }
  if (found) return;
  Diagnostic diagnostic;
  diagnostic.what = "the plan has no data set to take from the folder " + quote(folder);
  diagnostic.found = quote(name);
  diagnostic.expected = known.empty() ? "none; the plan is fed no data set" : known;
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

Document with_overrides(const Document& document, const RunOverrides& overrides) {
  Document changed = document;
  if (overrides.batch_size != 0) {
    LoadOptions options;
    options.batch_size = overrides.batch_size;
    changed = with_lengths(document, options);
  }
  if (!changed.plan) {
    if (overrides.folders.empty()) return changed;
    RunPlan none;
    set_folder(none, overrides.folders.begin()->first, overrides.folders.begin()->second);
  }
  for (const auto& [name, folder] : overrides.folders) set_folder(*changed.plan, name, folder);
  if (overrides.epochs > 0) changed.plan->epochs = overrides.epochs;
  if (overrides.batch_size > 0) {
    for (PlanData& data : changed.plan->data) {
      if (data.batch > 0) data.batch = overrides.batch_size;
    }
  }
  return changed;
}

}  // namespace ng
