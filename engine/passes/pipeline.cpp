// SPDX-License-Identifier: Apache-2.0
// The order of the passes; each pass's `reason` explains its position.
#include <algorithm>

#include "engine/base/error.h"
#include "engine/passes/passes.h"

namespace ng {
namespace {

[[noreturn]] void refuse_order(const Pass& pass, const std::string& what) {
  Diagnostic diagnostic;
  diagnostic.what = "the pipeline cannot run: '" + std::string(pass.name) + "' " + what;
  diagnostic.expected = "position: " + std::string(pass.reason);
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

const Pipeline& pass_table() {
  static const Pipeline rows = {
      &stable_patterns,
      &expand_deriv,
      &version_state,
      &expand_composites,
      &fold_constants,
      &simplify,
      &eliminate_common_subexpressions,
      &eliminate_dead_ops,
      &fuse,
  };
  return rows;
}

Pipeline default_pipeline() {
  return pass_table();
}

Pipeline reference_pipeline() {
  return {&stable_patterns, &expand_deriv, &version_state};
}

void check_pipeline(const Pipeline& pipeline) {
  bool derived = false, versioned = false, fused = false;
  for (const Pass* pass : pipeline) {
    if (fused) refuse_order(*pass, "comes after fuse, which decides the kernels");
    if (pass == &version_state && !derived) refuse_order(*pass, "comes before expand_deriv");
    derived |= pass == &expand_deriv;
    versioned |= pass == &version_state;
    fused = pass == &fuse;
    const bool early = pass == &stable_patterns || pass == &expand_deriv;
    if (!early && !versioned) refuse_order(*pass, "comes before version_state");
  }
  if (!derived) refuse_order(expand_deriv, "is missing");
  if (!versioned) refuse_order(version_state, "is missing");
}

const Pass* find_pass(std::string_view name) {
  for (const Pass* row : pass_table()) {
    if (row->is_called(name)) return row;
  }
  return nullptr;
}

}  // namespace ng
