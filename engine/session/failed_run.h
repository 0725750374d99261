// SPDX-License-Identifier: Apache-2.0
// Handles a run that throws.
#pragma once

#include "engine/runtime/memory.h"
#include "engine/session/compilation.h"

namespace ng {

// Rethrows the current exception, raised by the steps of the program in [first, end). State that
// they may have written gets a new version, so that no computation mistakes it for valid data; an
// Error then names it, and the user's ops if it knows only their ids. Out of memory becomes a
// system Error.
[[noreturn]] void rethrow_failed_run(const Compilation& compilation, BoundMemory& memory,
                                     std::size_t first, std::size_t end);

// Rethrows the current exception, raised while the program's memory was allocated: a system Error
// names the largest buffers.
[[noreturn]] void rethrow_without_memory(const Program& program);

// One past the last step that may have written state, where step `reached` threw. A host step that
// throws has written nothing.
std::size_t end_of_failed_run(const Program& program, std::size_t reached);

}  // namespace ng
