// SPDX-License-Identifier: Apache-2.0
// What a run that throws leaves behind.
#pragma once

#include "engine/runtime/memory.h"

namespace ng {

// Throws the exception being handled, which steps of the program from `first` to before `end` have
// met. State that they may have written is of another version from now on, so that no computation
// takes it for what it was; an Error then names it. A lack of memory becomes a system Error.
[[noreturn]] void rethrow_failed_run(const Program& program, BoundMemory& memory, std::size_t first,
                                     std::size_t end);

// One past the last step that may have written: step `reached` threw, and a host step that throws
// has written nothing.
std::size_t end_of_failed_run(const Program& program, std::size_t reached);

}  // namespace ng
