// SPDX-License-Identifier: Apache-2.0
// Handles a run that throws.
#pragma once

#include "engine/runtime/memory.h"

namespace ng {

// Rethrows the current exception, raised by the steps of the program in [first, end). State that
// they may have written gets a new version, so that no computation mistakes it for valid data; an
// Error then names it. Out of memory becomes a system Error.
[[noreturn]] void rethrow_failed_run(const Program& program, BoundMemory& memory, std::size_t first,
                                     std::size_t end);

// One past the last step that may have written state, where step `reached` threw. A host step that
// throws has written nothing.
std::size_t end_of_failed_run(const Program& program, std::size_t reached);

}  // namespace ng
