// SPDX-License-Identifier: Apache-2.0
// Steps that need no compiler: copies, joins, checks, prints and reference implementations.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Runs such a step. False for kernels, matmuls, window steps and loops.
bool run_host_step(const Program& program, const Step& step, std::byte* const* buffers);

}  // namespace ng
