// SPDX-License-Identifier: Apache-2.0
// The counterpart for programs of the graph's verify.
#pragma once

#include <string>
#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// All faults of the program and of the bodies of its loops: numbers out of range, buffers read
// before a step writes them, steps whose buffers do not fit their work, inconsistent loops and
// launches; and, as soon as they are set, lifetimes that do not cover the uses and temporaries that
// are alive together at the same bytes. Empty if the program is valid.
std::vector<std::string> verify(const Program& program);

}  // namespace ng
