// SPDX-License-Identifier: Apache-2.0
// Memory that steps use besides their operands and results, as temporaries of the program.
#pragma once

#include <functional>

#include "engine/runtime/program.h"

namespace ng {

// Gives each step for which `bytes_of` says more than 0 a temporary of that size, in the bodies of
// loops too. See Step::scratch.
void add_scratch(Program& program, const std::function<std::int64_t(const Step&)>& bytes_of);

}  // namespace ng
