// SPDX-License-Identifier: Apache-2.0
// Running a loop step: the same on every backend that runs on the host.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

// Runs `body`, the executable of the loop's body, once for each position.
void run_loop(const Step& step, Executable& body, std::byte* const* buffers);

}  // namespace ng
