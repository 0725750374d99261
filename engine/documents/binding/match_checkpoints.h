// SPDX-License-Identifier: Apache-2.0
// Matches the tensors of two checkpoints whose names differ by a rule, in their separators, or in
// parts.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/checkpoint_contents.h"

namespace ng {

// Each tensor is in at most one pair. By the first of these that finds one, in this order:
// - the same name, after the user's rules;
// - the same name in other letter cases and separators;
// - a rule, such as "encoder.*=enc/*", that gives at least two more tensors a partner of the same
//   lengths, in any order;
// - the most similar name of the same lengths, if each is the other's most similar one by far;
// - the same lengths, of two or more axes, that no other tensor without a partner has.
std::vector<TensorPair> match_checkpoints(const CheckpointContents& before,
                                          const CheckpointContents& after,
                                          const TensorRules& rules = {});

}  // namespace ng
