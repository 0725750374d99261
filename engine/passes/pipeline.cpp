// SPDX-License-Identifier: Apache-2.0
// The order of the passes; each pass's `reason` explains its position.
#include <algorithm>
#include <iterator>

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

// Each at most once, in the order of the table.
void check_program_passes(const Pipeline& passes) {
  const Pipeline all = passes_of(pass_table(), PassPhase::program);
  auto place = all.begin();
  for (const Pass* pass : passes) {
    place = std::find(place, all.end(), pass);
    if (place == all.end()) refuse_order(*pass, "is not in its place among the program passes");
    ++place;
  }
}

}  // namespace

const Pipeline& pass_table() {
  static const Pipeline rows = {
      &stable_patterns,
      &expand_deriv,
      &version_state,
      &shard_axes,
      &cut_stages,
      &expand_composites,
      &fold_constants,
      &choose_layout,
      &simplify,
      &eliminate_common_subexpressions,
      &eliminate_dead_ops,
      &fuse,
      &overlap_exchanges,
      &share_memory,
      &convolution_epilogues,
      &accumulate_matmuls,
      &pack_filters,
      &pack_matrices,
      &add_scratch,
      &update_in_place,
      &compute_once,
      &group_launches,
      &liveness,
      &memory_plan,
  };
  return rows;
}

Pipeline default_pipeline() {
  return pass_table();
}

Pipeline reference_pipeline() {
  return with_program_passes(
      {&stable_patterns, &expand_deriv, &version_state, &shard_axes, &cut_stages});
}

void check_pipeline(const Pipeline& pipeline) {
  bool derived = false, versioned = false, fused = false;
  check_program_passes(passes_of(pipeline, PassPhase::program));
  bool lowered = false;
  for (const Pass* pass : pipeline) {
    lowered |= pass->phase == PassPhase::program;
    if (pass->phase == PassPhase::program) continue;
    if (lowered) refuse_order(*pass, "comes after a program pass");
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

Pipeline passes_of(const Pipeline& pipeline, PassPhase phase) {
  Pipeline passes;
  std::copy_if(pipeline.begin(), pipeline.end(), std::back_inserter(passes),
               [phase](const Pass* pass) { return pass->phase == phase; });
  return passes;
}

Pipeline with_program_passes(const Pipeline& pipeline) {
  Pipeline all = passes_of(pipeline, PassPhase::graph);
  for (const Pass* pass : passes_of(pass_table(), PassPhase::program)) all.push_back(pass);
  return all;
}

const Pass* find_pass(std::string_view name) {
  for (const Pass* row : pass_table()) {
    if (row->is_called(name)) return row;
  }
  return nullptr;
}

}  // namespace ng
