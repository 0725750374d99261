// SPDX-License-Identifier: Apache-2.0
// Steps that need no compiler: copies and host functions.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Runs a copy or host step. False for other kinds.
bool run_host_step(const Program& program, const Step& step, std::byte* const* buffers);

}  // namespace ng
