// SPDX-License-Identifier: Apache-2.0
// Declarations of all graph passes, each defined in the file of its name.
#pragma once

#include "engine/passes/pass.h"

namespace ng {

extern const Pass stable_patterns, expand_deriv, version_state, expand_composites, fold_constants,
    simplify, eliminate_common_subexpressions, eliminate_dead_ops, fuse;

}  // namespace ng
