// SPDX-License-Identifier: Apache-2.0
// Runs loop steps on backends that run on the host.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

// Runs `body`, the executable of the loop's body, once per position.
void run_loop(const Step& step, Executable& body, std::byte* const* buffers);

}  // namespace ng
