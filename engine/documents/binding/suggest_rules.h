// SPDX-License-Identifier: Apache-2.0
// Finds rules that bind more variables of a document to a checkpoint: "encoder.*=enc/*" where
// names differ in a prefix or in separators, "*.weight" where axes are in another order.
#pragma once

#include "engine/documents/binding/checkpoint_binding.h"

namespace ng {

// A rule by which `tensor` becomes `variable`, for names that end in the same words; empty: none.
std::string rule_between(const std::string& tensor, const std::string& variable);

// At most 5 renames and 5 transposes, best first, each evaluated by itself in addition to the
// choices. Left out are those that would unbind a variable, and those that bind only variables that
// better ones bind.
std::vector<RuleSuggestion> suggest_rules(const CheckpointContents& contents,
                                          const std::vector<Op>& state,
                                          const BindingChoices& choices,
                                          const CheckpointBinding& binding);

// The binding under `choices`, with suggested rules. Throws the errors of bind_checkpoint.
CheckpointMatch match_checkpoint(const CheckpointContents& contents, const std::vector<Op>& state,
                                 BindingChoices choices);

}  // namespace ng
