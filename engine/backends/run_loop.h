// SPDX-License-Identifier: Apache-2.0
// Runs loop steps: the iterations one after the other, with the buffers of each.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

// Runs `body`, the executable of the loop's body, once per position. The buffers are on `device`.
void run_loop(const Step& step, Executable& body, std::byte* const* buffers,
              const Device& device = host_device());

}  // namespace ng
