// SPDX-License-Identifier: Apache-2.0
// Declarations of all graph passes, each defined in the file of its name.
#pragma once

#include "engine/passes/pass.h"

namespace ng {

extern const Pass stable_patterns, expand_deriv, state_versions, expand_composites, fold_constants,
    simplify, merge_equal_ops, drop_dead_ops, fuse;

}  // namespace ng
