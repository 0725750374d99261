// SPDX-License-Identifier: Apache-2.0
// The user's overrides of a document's plan for one run. They are not saved.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/documents/document.h"

namespace ng {

struct RunOverrides {
  // Folder of the user's files, anywhere, by the name of the plan's data or of its data set.
  std::map<std::string, std::string> folders;
  // Length of the batch axis; 0: the document's. The numbers of batches of epochs and evaluations
  // change so that they cover the same number of samples.
  std::int64_t batch_size = 0;
  std::map<std::string, std::int64_t> axis_lengths;          // see LoadOptions
  std::int64_t epochs = 0;                                   // 0: the plan's
  std::set<std::string> evaluations_off;                     // by name
  std::optional<std::vector<PlanCallbackRecord>> callbacks;  // nullopt: the plan's
  bool operator==(const RunOverrides&) const = default;
};

// Whether the state of a run with one plan is valid for the other. Epochs and callbacks do not
// affect values.
bool have_same_state(RunOverrides a, const RunOverrides& b);

// Lengths that differ from those of a document.
struct ChangedLengths {
  std::int64_t batch_size = 0;                       // of the batch axes; 0: unchanged
  std::map<std::string, std::int64_t> axis_lengths;  // see LoadOptions
  bool operator==(const ChangedLengths&) const = default;
};

// The two parts of with_overrides: what changes its ops, and the plan (none without a plan in the
// document). Equal lengths give equal programs. Both throw the errors of with_overrides that
// concern folders and batches.
ChangedLengths changed_lengths(const Document& document, const RunOverrides& overrides);
std::optional<RunPlan> changed_plan(const Document& document, const RunOverrides& overrides);
// The document with these lengths; its plan is unchanged. Throws the errors of with_lengths.
Document with_changed_lengths(const Document& document, const ChangedLengths& lengths);

// The document to run. If a text of the plan comes from the user's folder and names its vocabulary
// axis, that axis gets the vocabulary's length. Throws a key Error for folders of unknown data, a
// value Error if an axis cannot have its length (naming the op that prevents it) or the batches
// overflow, and the errors of the text's reader. Ops are recreated if lengths change.
Document with_overrides(const Document& document, const RunOverrides& overrides);

}  // namespace ng
