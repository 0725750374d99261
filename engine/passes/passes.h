// SPDX-License-Identifier: Apache-2.0
// Declarations of all passes. Graph passes are defined in the files of their names, program passes
// in program_passes.cpp.
#pragma once

#include "engine/passes/pass.h"

namespace ng {

extern const Pass stable_patterns, expand_deriv, version_state, shard_axes, cut_stages,
    assign_devices, expand_composites, fold_constants, choose_layout, simplify,
    eliminate_common_subexpressions, eliminate_dead_ops, fuse;
extern const Pass overlap_exchanges, share_memory, convolution_epilogues, accumulate_matmuls,
    pack_filters, pack_matrices, add_scratch, update_in_place, compute_once, group_launches,
    liveness, memory_plan;

}  // namespace ng
