// SPDX-License-Identifier: Apache-2.0
// Scratch memory of steps, allocated as temporaries of the program.
#pragma once

#include <functional>

#include "engine/runtime/program.h"

namespace ng {

// Adds a temporary of `bytes_of(step)` bytes to every step for which that is positive, also in the
// bodies of loops. See Step::scratch.
void give_scratch(Program& program, const std::function<std::int64_t(const Step&)>& bytes_of);

}  // namespace ng
