// SPDX-License-Identifier: Apache-2.0
// The order of the passes; each row's `reason` says why it stands where it does.
#include "engine/passes/passes.h"

namespace ng {

const Pipeline& pass_table() {
  static const Pipeline rows = {
      &stable_patterns, &expand_deriv,    &state_versions, &expand_composites, &fold_constants,
      &simplify,        &merge_equal_ops, &drop_dead_ops,  &fuse,
  };
  return rows;
}

Pipeline default_pipeline() { return pass_table(); }

Pipeline reference_pipeline() { return {&stable_patterns, &expand_deriv, &state_versions}; }

const Pass* find_pass(std::string_view name) {
  for (const Pass* row : pass_table()) {
    if (row->name == name) return row;
  }
  return nullptr;
}

}  // namespace ng
